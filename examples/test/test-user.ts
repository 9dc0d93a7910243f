import { type AssertionOptions, createSoftwareAuthenticator, type RegistrationRequestOptions } from '@thumbturn/testkit'

/** A user with a passkey at a running service, and their data. */
export type TestUser = { userId: string; token: string; txId: string }

type CeremonyStart = {
  session: string
  registrationRequestOptions: RegistrationRequestOptions
  assertionOptions: AssertionOptions
}

/** Signs a user up at the application `demo` and confirms a transaction. */
export async function signUp(url: string, username: string): Promise<TestUser> {
  const call = createCaller(`${url}/apps/demo/fido2/v2`)
  const device = createSoftwareAuthenticator({ origin: url })
  const started = await call<CeremonyStart>('/reg/init', { app: { id: 'demo' }, deviceInfo: {}, user: { username } })
  const creationResult = device.create(started.registrationRequestOptions)
  const { jwtAccess, userId } = await call<{ jwtAccess: string; userId: string }>('/reg/complete', {
    session: started.session,
    creationResult,
  })
  const asked = { username, txPayload: 'Pay 25.00 EUR to Grace', txType: 'raw', nonce: 'order-7' }
  const { session, assertionOptions } = await call<CeremonyStart>('/tx/init', asked)
  const { credentialId: keyHandle, clientDataJSON: clientData, ...signed } = device.get(assertionOptions)
  const { authenticatorData, signature } = signed
  const completed = { session, keyHandle, clientData, authenticatorData, signature }
  const { txId } = await call<{ txId: string }>('/tx/complete', completed)
  return { userId, token: jwtAccess, txId }
}

/** Accepts the invitation of a link to the dashboard, and registers the passkey of the new member. */
export async function joinAsMember(url: string, link: string, username: string): Promise<void> {
  const invitation = { token: link.split('#')[1], username, name: username }
  const accept = createCaller(`${url}/admin/v1`, { origin: url, 'sec-fetch-site': 'same-origin' })
  const { token } = await accept<{ token: string }>('/invitations/accept', invitation)
  const call = createCaller(`${url}/apps/thumbturn/fido2/v2`, { authorization: `Bearer ${token}` })
  const user = { username, displayName: username }
  const started = await call<CeremonyStart>('/reg/init', { app: { id: 'thumbturn' }, deviceInfo: {}, user })
  const creationResult = createSoftwareAuthenticator({ origin: url }).create(started.registrationRequestOptions)
  await call('/reg/complete', { session: started.session, creationResult })
}

const createCaller =
  (address: string, more: Record<string, string> = {}) =>
  async <Answer>(path: string, body: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', ...more }
    const response = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const said = (await response.json()) as Answer & { msg?: string }
    if (!response.ok) throw new Error(`${path}: ${response.status} ${said.msg}`)
    return said as Answer
  }
