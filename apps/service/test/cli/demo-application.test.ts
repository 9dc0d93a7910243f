import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { origin, useService } from '@thumbturn/service-harness/service.ts'
import { prepareDemo } from '../../src/cli/demo-application.ts'
import { changeApplication } from '../../src/core/use-cases/applications/change.ts'

anyEngine('the demo application', (fresh) => {
  const service = useService(fresh)

  test('is served on this machine only: elsewhere, an application that has its ID gets no origin of the installation', async () => {
    const { core, application } = service()
    const prepare = async (baseUrl: string) => {
      assert.equal(await prepareDemo(core, baseUrl), false)
      return (await core.applications.findFresh('demo'))?.origins
    }
    assert.deepEqual(await prepare('http://localhost:4999'), [origin, 'http://localhost:4999'])
    const shop = ['https://shop.example.com']
    await changeApplication(core, application, { rpId: 'example.com', origins: shop })
    assert.deepEqual(await prepare('https://id.example.com'), shop)
  })
})
