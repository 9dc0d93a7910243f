import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeSettings } from '@thumbturn/service-harness/codes.ts'
import { newName } from '@thumbturn/service-harness/situations.ts'
import { createPhone, createStorage, useTestService } from './service.ts'

const service = useTestService()

test('a flow is completed with a passkey, and its tokens are stored and refreshed', async () => {
  const { sdk, url } = service()
  await changeSettings(service(), { refreshTokens: true } as never)
  const storage = createStorage()
  const { prompt } = createPhone()
  const options = { baseUrl: url, prompt, storage }
  const username = newName()
  const thumbturn = new sdk.Thumbturn(options)
  await thumbturn.createPasskey(username)
  await thumbturn.logout()

  const mfa = new sdk.ThumbturnMfa(options)
  const started = await mfa.beginFlow({ username })
  assert.ok(
    started.remainingFactors.some(({ type }) => type === 'passkey:auth'),
    JSON.stringify(started),
  )
  assert.equal(mfa.getMfaSessionDetails()?.flow, 'signIn')
  const { isComplete, tokens } = await mfa.performAction('passkey:auth')
  assert.equal(isComplete, true)
  assert.equal(await thumbturn.getToken(), tokens?.accessToken)
  assert.equal(mfa.getMfaSessionDetails(), undefined)
  const fresh = await mfa.refreshTokens()
  assert.notEqual(fresh.refreshToken, tokens?.refreshToken)
  assert.equal(await thumbturn.getToken(), fresh.accessToken)
})

test('a new user is registered by a flow', async () => {
  const { sdk, url } = service()
  const mfa = new sdk.ThumbturnMfa({ baseUrl: url, prompt: createPhone().prompt })
  const started = await mfa.beginFlow({ username: newName(), payload: 'Hello' })
  const details = await mfa.performAction(started.nextAction!.type)
  assert.equal(details.flow, 'signUp')
})

test('without a flow, no factor can be performed', async () => {
  const { sdk, url } = service()
  const mfa = new sdk.ThumbturnMfa({ baseUrl: url, prompt: createPhone().prompt })
  mfa.endFlow()
  await assert.rejects(mfa.performAction('passkey:auth'), { message: 'No flow is in progress: call beginFlow first' })
})
