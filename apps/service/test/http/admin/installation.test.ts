import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { newMember } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import { installationHandlers } from '../../../src/http/admin/installation.ts'

eachEngine('the parts of an installation', (fresh) => {
  const service = useService(fresh)

  test('are known to members: a packed service has no documentation and no made-up data', async () => {
    const { ask } = await newMember(service(), [{ application: 'demo', role: 'viewer' }])
    assert.deepEqual(readBody(await ask('GET', '/installation')), { command: 'thumbturn', hasDocumentation: false })
  })
})

test('the documentation is there once the website is built', (t) => {
  const siteFolder = mkdtempSync(join(tmpdir(), 'thumbturn-site-'))
  t.after(() => rmSync(siteFolder, { recursive: true }))
  const { installationShow } = installationHandlers({ command: 'npx thumbturn', siteFolder })
  assert.equal(installationShow().hasDocumentation, false)
  writeFileSync(join(siteFolder, 'index.html'), '')
  assert.equal(installationShow().hasDocumentation, true)
})
