import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { fakeClock } from '@thumbturn/service-harness/faketime.ts'
import { dataFolder, start } from '@thumbturn/service-harness/program.ts'
import type { AuthenticationInit, RegistrationInit } from '@thumbturn/service-harness/situations.ts'
import { createSoftwareAuthenticator } from '@thumbturn/testkit'

const hour = 3_600

test('a running service survives a clock that goes back by an hour, and ahead and back', {
  timeout: 300_000,
}, async (t) => {
  const DATA_DIR = dataFolder(t)
  const { settings, set } = fakeClock(DATA_DIR)
  const program = start(t, [], { DATA_DIR, PORT: '0', ...settings })
  const address = (await program.says(/"address":"(http:\/\/localhost:\d+)"/))?.[1]
  if (!address) assert.fail((await program.ended).stderr)
  const app = { id: 'demo' }
  const device = createSoftwareAuthenticator({ origin: address })
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${address}/fido2/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: await response.json() }
  }
  const signUp = async (username: string) => {
    const started = (await post('/reg/init', { app, deviceInfo: {}, user: { username } })).body as RegistrationInit
    const creationResult = device.create(started.registrationRequestOptions)
    assert.equal((await post('/reg/complete', { session: started.session, creationResult })).status, 200)
  }
  const signIn = async (username: string) => {
    const started = (await post('/auth/init', { app, deviceInfo: {}, user: { username } })).body as AuthenticationInit
    const sent = { session: started.session, assertionResult: device.get(started.assertionOptions) }
    assert.equal((await post('/auth/complete', sent)).status, 200)
    return sent
  }

  await signUp('ada')
  const captured = await signIn('ada')
  set(-hour)
  await signUp('grace')
  await signIn('grace')
  const changed = await runCommand(['app', 'set', 'demo', '--set', 'enumeration=strict'], { DATA_DIR })
  assert.equal(changed.code, 0, changed.stderr)
  await program.says(/The clock jumped back by 3600 s/)
  const unknown = await post('/auth/init', { app, deviceInfo: {}, user: { username: 'unknown' } })
  assert.equal((unknown.body as AuthenticationInit).action, 'proceed')
  set(hour)
  await program.says(/The clock jumped ahead by 7200 s/)
  await signIn('ada')
  set(0)
  await program.says(/The clock jumped back by 3600 s[\s\S]*The clock jumped back by 3600 s/)
  assert.equal((await post('/auth/complete', captured)).status, 404)
  await signIn('grace')
  const ready = (await (await fetch(`${address}/ready`)).json()) as { clock?: { jumpedSeconds: number } }
  assert.equal(ready.clock?.jumpedSeconds, -hour)
  const { stdout } = await runCommand(['doctor'], { DATA_DIR })
  assert.match(stdout, /clock: .*a node's clock jumped back by 3600 s/)
})
