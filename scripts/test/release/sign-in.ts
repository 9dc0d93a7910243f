import assert from 'node:assert/strict'
import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import { createSoftwareAuthenticator } from '@thumbturn/testkit'

type Registration = { session: string; registrationRequestOptions: RegistrationRequestOptions }
type SignIn = { session: string; assertionOptions: AssertionOptions }
type Tokens = { jwtAccess: string }

/** Signs a user up and in at the application `shop` of the service at `address`, whose pages are at `origin`. */
export async function signUpAndIn(address: string, origin: string): Promise<void> {
  const device = createSoftwareAuthenticator({ origin })
  const app = { id: 'shop' }
  const post = async <T>(path: string, body: object) => {
    const url = `${address}/apps/shop/fido2/v2${path}`
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ app, ...body }) })
    const text = await response.text()
    assert.equal(response.status, 200, `${path}: ${text}`)
    return JSON.parse(text) as T
  }
  const started = await post<Registration>('/reg/init', { deviceInfo: {}, user: { username: 'ada@example.com' } })
  const creationResult = device.create(started.registrationRequestOptions)
  await post('/reg/complete', { session: started.session, creationResult })
  const { session, assertionOptions } = await post<SignIn>('/auth/init', { deviceInfo: {} })
  const tokens = await post<Tokens>('/auth/complete', { session, assertionResult: device.get(assertionOptions) })
  assert.equal(tokens.jwtAccess.split('.').length, 3)
}
