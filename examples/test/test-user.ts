import { type AssertionOptions, createSoftwareAuthenticator, type RegistrationRequestOptions } from '@thumbturn/testkit'

/** A user with a passkey at a running service, and their data. */
export type TestUser = { userId: string; token: string; txId: string }

type Begun = {
  session: string
  registrationRequestOptions: RegistrationRequestOptions
  assertionOptions: AssertionOptions
}

/** Signs a user up at the application `demo` and confirms a transaction. */
export async function signUp(url: string, username: string): Promise<TestUser> {
  const call = createCaller(`${url}/apps/demo/fido2/v2`)
  const device = createSoftwareAuthenticator({ origin: url })
  const begun = await call<Begun>('/reg/init', { app: { id: 'demo' }, deviceInfo: {}, user: { username } })
  const creationResult = device.create(begun.registrationRequestOptions)
  const { jwtAccess, userId } = await call<{ jwtAccess: string; userId: string }>('/reg/complete', {
    session: begun.session,
    creationResult,
  })
  const asked = { username, txPayload: 'Pay 25.00 EUR to Grace', txType: 'raw', nonce: 'order-7' }
  const { session, assertionOptions } = await call<Begun>('/tx/init', asked)
  const { credentialId: keyHandle, clientDataJSON: clientData, ...signed } = device.get(assertionOptions)
  const { authenticatorData, signature } = signed
  const completed = { session, keyHandle, clientData, authenticatorData, signature }
  const { txId } = await call<{ txId: string }>('/tx/complete', completed)
  return { userId, token: jwtAccess, txId }
}

const createCaller =
  (address: string) =>
  async <Answer>(path: string, body: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const said = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${said.msg}`)
    return said as Answer
  }
