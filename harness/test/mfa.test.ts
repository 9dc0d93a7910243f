import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireApplication } from '@thumbturn/service/core/use-cases/applications/target.ts'
import { changeSettings } from '../src/codes.ts'
import { freshSqlite } from '../src/databases.ts'
import { withSettings } from '../src/mfa.ts'
import { useService } from '../src/service.ts'

const running = useService(freshSqlite)

async function readSettings() {
  const { core, application } = running()
  const { mfaPolicy, refreshTokens } = (await requireApplication(core, application)).settings
  return { mfaPolicy, refreshTokens }
}

test('settings are restored to what they were before the test, not to those of the start', async (t) => {
  const service = running()
  await changeSettings(service, { mfaPolicy: 'two-factors' })
  await t.test('a test that changes settings', async (t) => {
    await withSettings(service, t, { mfaPolicy: 'passkey' })
    assert.equal((await readSettings()).mfaPolicy, 'passkey')
  })
  assert.equal((await readSettings()).mfaPolicy, 'two-factors')
})

test('a test can change settings several times', async (t) => {
  const service = running()
  const before = await readSettings()
  await t.test('a test that changes settings twice', async (t) => {
    await withSettings(service, t, { mfaPolicy: 'passkey', refreshTokens: true })
    await withSettings(service, t, { mfaPolicy: 'passkey-or-otp' })
    assert.deepEqual(await readSettings(), { mfaPolicy: 'passkey-or-otp', refreshTokens: true })
  })
  assert.deepEqual(await readSettings(), before)
})
