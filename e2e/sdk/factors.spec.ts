import { expect, test } from '../fixtures.ts'
import { newName } from '../situations.ts'
import { openSdkPage } from './page.ts'
import type { SdkPage } from './types.ts'

declare const thumbturn: SdkPage['thumbturn']
declare const mfa: SdkPage['mfa']

const readClaims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())

test('a passkey completes a flow, and the signed payload contains what it signed', async ({
  page,
  thumbturn: service,
}) => {
  await openSdkPage(page, service.url)
  const name = newName()
  const complete = await page.evaluate(async (name) => {
    await thumbturn.createPasskey(name)
    const started = await mfa.beginFlow({ username: name, payload: 'Pay 25.00 € to Grace' })
    return { started, ended: await mfa.performAction(started.nextAction!.type) }
  }, name)
  expect(complete.started).toMatchObject({ flow: 'signIn', isComplete: false, nextAction: { type: 'passkey:tx' } })
  expect(complete.ended.isComplete).toBe(true)
  const { payloadSignature, accessToken, idToken } = complete.ended.tokens!
  expect(readClaims(payloadSignature)).toMatchObject({ content: 'Pay 25.00 € to Grace', tokenType: 'mfaPayload' })
  expect(readClaims(accessToken)).toMatchObject({ username: name, tokenType: 'jwtAccess' })
  expect(readClaims(idToken).sub).toBe(readClaims(accessToken).sub)
  const listed = await page.evaluate(() => thumbturn.listPasskeys())
  expect(listed).toHaveLength(1)
})

test('a new user asserted by the backend creates a passkey and continues after a reload', async ({
  page,
  thumbturn: service,
  mayLog,
}) => {
  // A step that isn't the last returns 401 with the next actions.
  mayLog(/status of 401/)
  await service.change('mfaPolicy=external-then-passkey')
  const { key } = service.command('key', 'create', 'demo', '--scope', 'external:verify') as { key: string }
  await openSdkPage(page, service.url)
  const username = newName()
  const started = await page.evaluate((username) => mfa.beginFlow({ username }), username)
  expect(started.remainingFactors.map(({ type }) => type)).toContain('external')
  const response = await fetch(`${service.url}/apps/demo/fido2/v2/mgmt/grant/external-auth`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ username }),
  })
  const { token } = (await response.json()) as { token: string }
  const vouched = await page.evaluate((payload) => mfa.performAction('external', { payload }), token)
  expect(vouched.nextAction?.type).toBe('passkey:reg')
  await openSdkPage(page, service.url)
  const complete = await page.evaluate(() => mfa.performAction('passkey:reg'))
  expect(complete).toMatchObject({ flow: 'signUp', isComplete: true })
  const again = await page.evaluate((name) => thumbturn.authenticateWithPasskey(name), username)
  expect(again.isAuthenticated).toBe(true)
})
