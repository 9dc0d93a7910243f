import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

/** A received request. */
export interface RecordedRequest {
  call: string
  headers: IncomingHttpHeaders
  body: unknown
}

/** The response to a call; status 0 closes the connection, and `isCut` does it within the body. An async function can delay it. */
export type Reply = { status: number; body?: unknown; type?: string; isCut?: boolean }
export type Replies = Record<string, Reply | ((body: unknown) => Reply | Promise<Reply>)>

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600

/** An unsigned token; the SDK never verifies. */
export function token(claims: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const all = { sub: userId, username: 'ada', rpId: 'localhost', exp: inAnHour(), ...claims }
  return `${part({ alg: 'ES256' })}.${part(all)}.c2ln`
}

export const userId = '5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968'
export const session = 'a-session-of-the-service'

export const creationOptions = {
  rp: { id: 'localhost', name: 'Demo' },
  user: { id: userId, name: 'ada', displayName: 'Ada' },
  challenge: 'AAECAw',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [{ type: 'public-key', id: 'AQID', transports: ['internal'] }],
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
}

export const requestOptions = {
  rpId: 'localhost',
  challenge: 'AAECAw',
  allowCredentials: [] as object[],
  userVerification: 'required',
}

/** An item of the list, with the credential ID of the fake credentials. */
export const listed = (more: object = {}) => ({ id: 'p1', name: 'Phone', credentialId: 'AQID', ...more })

const usual: Replies = {
  'POST /fido2/v2/reg/init': () => ok({ session, action: 'proceed', registrationRequestOptions: creationOptions }),
  'POST /fido2/v2/reg/complete': () => ok(signedIn()),
  'POST /fido2/v2/auth/init': () =>
    ok({ session, action: 'proceed', assertionOptions: requestOptions, crossAuthMethods: [], fallbackMethods: [] }),
  'POST /fido2/v2/auth/complete': () => ok(signedIn()),
  'POST /fido2/v2/tx/init': () => ok({ txId: 't1', session, assertionOptions: requestOptions }),
  'POST /fido2/v2/tx/complete': (body) => ok(confirmed((body as { keyHandle: string }).keyHandle)),
  'POST /fido2/v2/client-events/submit': () => ok({ session }),
  'GET /fido2/v2/passkeys': () => ok([listed()]),
  'PUT /fido2/v2/passkeys/p1': { status: 204 },
  'DELETE /fido2/v2/passkeys/p1': { status: 204 },
}

export const ok = (body: unknown): Reply => ({ status: 200, body })
export const toErrorReply = (status: number, msgCode: string, more: object = {}): Reply => ({
  status,
  body: { msg: 'No.', msgCode, ...more },
})
export const signedIn = (jwtAccess = token()) => ({ jwtAccess, userId, deviceId: 'd1', passkeyId: 'p1' })

export const confirmed = (credentialId: string) => ({
  txId: 't1',
  credentialId,
  token: 'x.y.z',
  jwtAccess: 'x.y.z',
  txHash: 'hash',
  nonce: 'n1',
  lNonce: 'ours',
  authCred: listed(),
})

/** Starts a server with the API's responses that records requests, until the test ends. */
export async function startRecorder(t: TestContext, replies: Replies = {}) {
  const requests: RecordedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const call = `${request.method} ${request.url}`
    const body = text ? JSON.parse(text) : undefined
    requests.push({ call, headers: request.headers, body })
    const reply = { ...usual, ...replies }[call] ?? toErrorReply(404, 'not_found')
    const answer = typeof reply === 'function' ? await reply(body) : reply
    const { status, body: result, type = 'application/json' } = answer
    if (status === 0) return void request.socket.destroy()
    response.writeHead(status, result === undefined ? {} : { 'Content-Type': type })
    const sent = typeof result === 'string' ? result : JSON.stringify(result)
    if (answer.isCut) response.write(sent.slice(0, -1), () => request.socket.destroy())
    else response.end(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls = () => requests.map(({ call }) => call.replace('/fido2/v2', ''))
  const request = (call: string) => requests.find((one) => one.call === call.replace(' ', ' /fido2/v2'))
  return { baseUrl, requests, calls, request }
}

/** Waits until pending network events are processed. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}
