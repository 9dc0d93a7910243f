import assert from 'node:assert/strict'
import { test } from 'node:test'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { deviceInfo } from '@thumbturn/service-harness/situations.ts'
import { checkRejectedOrigins } from '../../src/cli/check-rejected-origins.ts'
import { createRejectedOrigins } from '../../src/core/model/applications/rejected-origins.ts'

const day = 86_400_000

anyEngine('rejected origins', (fresh) => {
  const service = useService(fresh)
  const call = (page: string) =>
    service().post('/auth/init', { app: { id: 'demo' }, deviceInfo }, { headers: { origin: page } })
  const check = async () => {
    const application = (await service().core.applications.findFresh('demo'))!
    return { application, findings: checkRejectedOrigins(service().core, application) }
  }

  test('an origin that called and fits the RP ID is a finding with the command that allows it', async () => {
    await call('http://localhost:5173')
    const { application, findings } = await check()
    assert.deepEqual(findings, [
      {
        about: 'application demo',
        verdict: 'warning',
        says: 'a page of http://localhost:5173 called, and that origin is not allowed',
        advice: `If the page is yours, allow its origin: npx thumbturn app set demo --add-origin http://localhost:5173`,
        fix: { kind: 'allowOrigin', application: 'demo', origin: 'http://localhost:5173' },
        phrases: {
          says: { code: 'origin_rejected', values: { origin: 'http://localhost:5173' } },
          advice: {
            code: 'allow_origin',
            values: { command: 'npx thumbturn app set demo --add-origin http://localhost:5173' },
          },
        },
      },
    ])
    const allowed = { ...application, origins: [...application.origins, 'http://localhost:5173'] }
    assert.deepEqual(checkRejectedOrigins(service().core, allowed), [])
  })

  test('origins that passkeys can never work on are one finding, and what is no origin is none', async () => {
    service().clock.advance(day + 1)
    for (const page of ['https://one.example', 'https://two.example', 'null', 'http://plain.example', 'javascript:1'])
      await call(page)
    const { findings } = await check()
    assert.equal(findings.length, 1)
    assert.match(
      findings[0]!.says,
      /^pages of https:\/\/two\.example, https:\/\/one\.example called, and passkeys .* localhost only$/,
    )
    assert.deepEqual(findings[0]!.fix, { kind: 'openSettings', application: 'demo' })
  })

  test('a finding about an origin ends a day after its last call', async () => {
    await call('http://localhost:5999')
    assert.ok((await check()).findings.length > 0)
    service().clock.advance(day + 1)
    assert.deepEqual((await check()).findings, [])
  })
})

test('a flood of origins leaves the newest twenty of each application', () => {
  const rejected = createRejectedOrigins()
  for (let index = 0; index < 1000; index++)
    rejected.note('shop', { origin: `https://${index}.example`, lastAt: index })
  rejected.note('shop', { origin: 'https://985.example', lastAt: 1000 })
  const list = rejected.list('shop', 0)
  assert.equal(list.length, 20)
  assert.deepEqual(list.slice(0, 2), [
    { origin: 'https://985.example', lastAt: 1000 },
    { origin: 'https://999.example', lastAt: 999 },
  ])
  assert.equal(rejected.list('shop', 999).length, 2)
  assert.deepEqual(rejected.list('other', 0), [])
})
