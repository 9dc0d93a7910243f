import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import {
  attestationSubject,
  blob,
  entry,
  httpsServer,
  otherRoot,
  type Party,
  party,
  payload,
  pem,
  revocationList,
} from '@thumbturn/service-harness/metadata-service.ts'
import { attestPacked } from '@thumbturn/service-harness/packed.ts'
import {
  type AssertionOptions,
  type AssertionResult,
  type AuthenticatorSettings,
  type CreationResult,
  createSoftwareAuthenticator,
  flag,
  type RegistrationRequestOptions,
} from '@thumbturn/testkit'
import { startFidoServer } from '../scripts/test/fido-server/start.ts'

/** Plays the FIDO Alliance's conformance program against `npm run fido-server`. */

const origin = 'http://localhost:8080'
const dayMs = 86_400_000
const vendor = party(undefined, { pathLength: 'any' })
const batch = party(vendor, { subject: attestationSubject })

const aaguids = {
  listed: '10000000-0000-4000-8000-000000000001',
  compromised: '10000000-0000-4000-8000-000000000002',
  separate: '10000000-0000-4000-8000-000000000003',
  forged: '10000000-0000-4000-8000-000000000004',
  untrusted: '10000000-0000-4000-8000-000000000005',
  expired: '10000000-0000-4000-8000-000000000006',
  withdrawn: '10000000-0000-4000-8000-000000000007',
}

let server: Awaited<ReturnType<typeof startFidoServer>>
const stops: (() => unknown)[] = []

before(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-program-'))
  stops.push(() => rmSync(folder, { recursive: true }))
  const addresses = [await writeMetadata(folder)]
  server = await startFidoServer({ origin, port: 0, metadata: folder, addresses })
  stops.unshift(server.stop)
})
after(async () => {
  for (const stop of stops) await stop()
})

/** A client of the program, which keeps a cookie. */
function newClient() {
  let cookie = ''
  async function post(path: string, body: unknown) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: text })
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const accepted = async <Body>(path: string, body: unknown) => {
    const response = await post(path, body)
    assert.equal(response.status, 200, JSON.stringify(response.body))
    assert.deepEqual([response.body.status, response.body.errorMessage], ['ok', ''])
    return response.body as Body
  }
  return { post, accepted }
}

type Client = ReturnType<typeof newClient>

let names = 0
const newName = () => `program-${++names}@example.com`
const newDevice = (settings: Partial<AuthenticatorSettings> = {}) =>
  createSoftwareAuthenticator({ origin, ...settings })

const creationBody = ({ credentialId, clientDataJSON, attestationObject }: CreationResult) => ({
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: { clientDataJSON, attestationObject },
  getClientExtensionResults: {},
})
const assertionBody = ({ credentialId, ...response }: AssertionResult) => ({
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: { userHandle: '', ...response },
  getClientExtensionResults: {},
})

const requestCreation = (client: Client, request: object = {}) =>
  client.accepted<RegistrationRequestOptions & Record<string, unknown>>('/attestation/options', {
    username: newName(),
    displayName: 'Ada',
    ...request,
  })
const requestAssertion = (client: Client, request: object) =>
  client.accepted<AssertionOptions & Record<string, unknown>>('/assertion/options', request)

/** A new user with a passkey on the device. */
async function register(client: Client, device = newDevice()) {
  const username = newName()
  const options = await requestCreation(client, { username })
  await client.accepted('/attestation/result', creationBody(device.create(options)))
  return { username, device }
}

/** Registers a passkey of that model, whose certificate the vendor has issued, as for `direct` attestation. */
async function attest(aaguid: string, attestation: Party = batch) {
  const client = newClient()
  const options = await requestCreation(client, { attestation: 'direct' })
  const result = newDevice({ aaguid }).create(options)
  return client.post('/attestation/result', creationBody(attestPacked(result, attestation)))
}

/** The program's form of a rejection. */
function assertFailed({ status, body }: { status: number; body: Record<string, unknown> }, expected = status) {
  assert.ok(status >= 400 && status < 500, `status ${status}`)
  const { errorMessage, ...rest } = body
  assert.deepEqual([status, rest], [expected, { status: 'failed' }])
  assert.match(String(errorMessage), /\w/)
}

test('options of a registration have what the program asked for, and another challenge each time', async () => {
  const authenticatorSelection = {
    requireResidentKey: true,
    authenticatorAttachment: 'platform',
    userVerification: 'required',
  }
  const extensions = { 'example.extension': 'a text' }
  const request = { attestation: 'direct', authenticatorSelection, extensions }
  const [options, next] = [await requestCreation(newClient(), request), await requestCreation(newClient())]
  assert.deepEqual(options.extensions, extensions)
  assert.deepEqual(options.authenticatorSelection, { ...authenticatorSelection, residentKey: 'required' })
  assert.deepEqual([options.attestation, next.attestation], ['direct', 'none'])
  assert.deepEqual([options.rp.id, options.user.displayName], ['localhost', 'Ada'])
  assert.notEqual(options.challenge, next.challenge)
})

test('a passkey is registered, excluded from the next registration, and signs in', async () => {
  const client = newClient()
  const { username, device } = await register(client)
  const [{ id } = { id: '' }] = device.credentials
  const next = await requestCreation(client, { username })
  assert.deepEqual(
    next.excludeCredentials?.map(({ type, id }) => ({ type, id })),
    [{ type: 'public-key', id }],
  )
  const extensions = { 'example.extension': 'a text' }
  const options = await requestAssertion(client, { username, userVerification: 'required', extensions })
  assert.deepEqual([options.userVerification, options.extensions], ['required', extensions])
  assert.deepEqual(
    options.allowCredentials?.map(({ type, id }) => ({ type, id })),
    [{ type: 'public-key', id }],
  )
  await client.accepted('/assertion/result', assertionBody(device.get(options)))
})

for (const [userVerification, status] of [
  ['required', 404],
  ['preferred', 200],
  ['discouraged', 200],
] as const) {
  test(`a sign-in without user verification gets ${status} if the program asked for ${userVerification}`, async () => {
    const client = newClient()
    const { username, device } = await register(client)
    const options = await requestAssertion(client, { username, userVerification })
    const result = device.get(options, { flags: (right) => right & ~flag.UV })
    assert.equal((await client.post('/assertion/result', assertionBody(result))).status, status)
  })
}

test('ceremonies that overlap each end under their own policy', async () => {
  const [strict, lenient] = [newClient(), newClient()]
  const options = await requestCreation(strict, { authenticatorSelection: { userVerification: 'required' } })
  const others = await requestCreation(lenient, { authenticatorSelection: { userVerification: 'discouraged' } })
  const unverified = () => newDevice({ userVerified: false })
  const responses = await Promise.all([
    strict.post('/attestation/result', creationBody(unverified().create(options))),
    lenient.post('/attestation/result', creationBody(unverified().create(others))),
  ])
  assertFailed(responses[0], 403)
  assert.equal(responses[1].status, 200)
})

for (const [what, change] of [
  ['no id', { id: undefined }],
  ['an id that is no base64url', { id: '*' }],
  ['no type', { type: undefined }],
  ['another type', { type: 'public' }],
  ['a response that is no object', { response: 'text' }],
  ['null as response', { response: null }],
  ['no attestation object', { response: { clientDataJSON: 'e30' } }],
] as const) {
  test(`a registration with ${what} fails`, async () => {
    const client = newClient()
    const body = creationBody(newDevice().create(await requestCreation(client)))
    assertFailed(await client.post('/attestation/result', { ...body, ...change }), 400)
  })
}

test('a registration for another origin, or with another challenge, fails', async () => {
  for (const change of [{ origin: 'http://localhost:8081' }, { challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }]) {
    const client = newClient()
    const result = newDevice().create(await requestCreation(client), change)
    assertFailed(await client.post('/attestation/result', creationBody(result)), 403)
  }
})

test('a sign-in with no type, a wrong user handle, or a signature that is wrong fails', async () => {
  const client = newClient()
  const { username, device } = await register(client)
  for (const [change, status] of [
    [{ type: undefined }, 400],
    [
      {
        response: {
          ...assertionBody(device.get(await requestAssertion(client, { username }))).response,
          userHandle: 5,
        },
      },
      400,
    ],
    [{}, 404],
  ] as const) {
    const options = await requestAssertion(client, { username })
    const body = assertionBody(device.get(options, { signature: (right) => Buffer.from(right).fill(0, 8) }))
    assertFailed(await client.post('/assertion/result', { ...body, ...change }), status)
  }
})

test('a result needs the cookie of its ceremony, which works once', async () => {
  const client = newClient()
  const body = creationBody(newDevice().create(await requestCreation(client)))
  assertFailed(await newClient().post('/attestation/result', body), 400)
  await client.accepted('/attestation/result', body)
  assertFailed(await client.post('/attestation/result', body), 400)
})

test('a body that is no JSON, a policy that does not exist, and another path fail', async () => {
  const client = newClient()
  assertFailed(await client.post('/attestation/options', 'text'), 400)
  assertFailed(await client.post('/attestation/options', 'null'), 400)
  assertFailed(await client.post('/attestation/options', { username: newName(), attestation: 'other' }), 400)
  assertFailed(await client.post('/attestation/options', { username: newName(), attestation: ['none'] }), 400)
  assertFailed(await client.post('/attestation/other', {}), 404)
  assertFailed(await client.post('/attestation/options', 'x'.repeat(300_000)), 413)
})

test('self attestation passes where direct attestation was asked for, and a statement for none does not', async () => {
  const client = newClient()
  const self = newDevice({ attestation: 'packed-self' }).create(
    await requestCreation(client, { attestation: 'direct' }),
  )
  await client.accepted('/attestation/result', creationBody(self))
  const result = attestPacked(newDevice().create(await requestCreation(client)), batch)
  const renamed = Buffer.from(result.attestationObject, 'base64url').toString('latin1').replace('fpacked', 'dnone')
  const attestationObject = Buffer.from(renamed, 'latin1').toString('base64url')
  assertFailed(await client.post('/attestation/result', creationBody({ ...result, attestationObject })), 403)
})

test('of five lists, four are defective and say why, and the models of the good one are trusted', async () => {
  const problems = server.rejected.map((problem) => problem.replace(/^\S*\//, ''))
  for (const problem of [
    /^expired\.jwt is not used: certificate 0 of x5c is not valid at this time/,
    /^forged\.jwt is not used: its signature is wrong/,
    /^untrusted\.jwt is not used: x5c ends in no root that is trusted/,
    /^blob is not used: certificate 0 of x5c is revoked/,
    /^broken\.json is not used: it holds no JSON/,
    /^uaf\.json: an entry without an AAGUID is not used: it is no FIDO2 or U2F model/,
  ])
    assert.ok(
      problems.some((one) => problem.test(one)),
      `${problem} in ${problems.join('\n')}`,
    )
  assert.equal(problems.length, 6)
  assert.equal((await attest(aaguids.listed)).status, 200)
  for (const list of ['forged', 'untrusted', 'expired', 'withdrawn'] as const)
    assertFailed(await attest(aaguids[list]), 403)
})

test('a statement of a separate file makes its model trusted, under the root of its vendor only', async () => {
  assert.equal((await attest(aaguids.separate)).status, 200)
  assertFailed(await attest(aaguids.separate, party(otherRoot, { subject: attestationSubject })), 403)
})

test('a model with a separate statement is rejected if a list revokes it', async () => {
  assertFailed(await attest(aaguids.compromised), 403)
})

/** Five lists, of which one is good, and statements. Returns the address of one list; the others are in the folder. */
async function writeMetadata(folder: string): Promise<string> {
  const root = party(undefined, { pathLength: 'any' })
  const authority = party(root, { pathLength: 0 })
  const signer = party(authority)
  const anchored = { statement: { attestationRootCertificates: [vendor.der.toString('base64')] } }
  const list = (aaguid: string, by: Party = signer, above = authority) =>
    blob(payload({ entries: [entry(aaguid, anchored)] }), { signer: by, chain: [by, above] })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('root.pem', pem(root.der))
  const entries = [
    entry(aaguids.listed, anchored),
    { ...entry(aaguids.compromised, anchored), statusReports: [{ status: 'REVOKED' }] },
  ]
  write('good.jwt', blob(payload({ entries }), { signer, chain: [signer, authority] }))
  write('forged.jwt', list(aaguids.forged).replace(/\.[^.]+$/, list(aaguids.listed).match(/\.[^.]+$/)![0]))
  write('untrusted.jwt', list(aaguids.untrusted, party(otherRoot), otherRoot))
  write('expired.jwt', list(aaguids.expired, party(authority, { from: '2020-01-01', to: '2021-01-01' })))
  for (const aaguid of [aaguids.separate, aaguids.compromised])
    write(`${aaguid}.json`, JSON.stringify({ ...entry(aaguid, anchored).metadataStatement, aaguid }))
  write('broken.json', '{')
  write('uaf.json', JSON.stringify({ ...entry(undefined, anchored).metadataStatement, protocolFamily: 'uaf' }))
  return serveWithdrawn((lists) => {
    const withdrawn = party(authority, { lists })
    const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * dayMs).toISOString()) as [string, string]
    return { list: list(aaguids.withdrawn, withdrawn), revoked: revocationList(authority, [withdrawn], { from, to }) }
  })
}

/** Serves a list whose signer is revoked. */
async function serveWithdrawn(create: (lists: string[]) => { list: string; revoked: Buffer }): Promise<string> {
  const served: Record<string, string | Buffer> = {}
  const { url, stop } = await httpsServer((request, response) => void response.end(served[request.url!]))
  const { list, revoked } = create([url.replace('/blob', '/revoked')])
  Object.assign(served, { '/blob': list, '/revoked': revoked })
  stops.push(stop)
  return url
}
