import assert from 'node:assert/strict'
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import type { ServiceScope } from '@thumbturn/contract'
import type { Core } from '@thumbturn/service/core/core.ts'
import type { Application } from '@thumbturn/service/core/model/applications/application.ts'
import type { ClientKey } from '@thumbturn/service/core/model/clients/client-key.ts'
import { addClientKey } from '@thumbturn/service/core/use-cases/clients/keys.ts'
import type { Answer, Service } from './service.ts'
import { type Device, newDevice, newName, readBody } from './situations.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JWT signed with ES256 with arbitrary claims, as a backend creates it. */
export function signedJwt(key: KeyObject, claims: object, header: object = { alg: 'ES256', typ: 'JWT' }): string {
  const text = `${encoded(header)}.${encoded(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

export const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const toPem = (key: KeyObject) => key.export({ format: 'pem', type: 'spki' }) as string

export type Authentication = {
  client: { id: string; type: string }
  credential: { uuid: string; type: string; name: string }
  user: { id: string; username: string; namespace_id: string }
  jwt?: string
  is_authenticated: boolean
}
export type AttestationInit = { attestation_payload: Parameters<Device['create']>[0] & { credential_uuid: string } }
export type AssertionInit = { assertion_payload: Parameters<Device['get']>[0] }

type OwnKey = { key: ClientKey; privateKey: KeyObject }
const sharedKeys = new WeakMap<Core, Map<string, Promise<OwnKey>>>()

async function registeredKey(core: Core, application: Application): Promise<OwnKey> {
  const { privateKey, publicKey } = newKeys()
  return {
    privateKey,
    key: await addClientKey(core, application, { name: 'test', publicKey: toPem(publicKey), by: 'test' }),
  }
}

/** An application has room for ten keys, so the tests of a suite share one, also those that ask for it at the same time. */
function sharedKey(core: Core, application: Application): Promise<OwnKey> {
  const keys = sharedKeys.get(core) ?? new Map<string, Promise<OwnKey>>()
  sharedKeys.set(core, keys)
  const key = keys.get(application.id) ?? registeredKey(core, application)
  keys.set(application.id, key)
  return key
}

/** The scope of a token, with any further claims. */
type TokenScope = ServiceScope | (string & {}) | readonly [ServiceScope, object]

/** A customer's backend that uses the first generation, with its own key on request. */
export async function gen1Backend(
  service: Service,
  { application = service.application, ownKey = false }: { application?: Application; ownKey?: boolean } = {},
) {
  const { core, clock } = service
  const { key, privateKey } = await (ownKey ? registeredKey : sharedKey)(core, application)
  const client_id = application.id
  const claims = (scope: string, more: object = {}) => ({
    client_id,
    scope,
    nonce: randomUUID(),
    iat: Math.floor(clock.now() / 1000),
    ...more,
  })
  const token = (signed: TokenScope) => {
    const [scope, more] = typeof signed === 'string' ? [signed, {}] : signed
    return `Bearer ${signedJwt(privateKey, claims(scope, more))}`
  }
  /** A call with a new token. */
  const call = (signed: TokenScope, path: string, body: object = {}): Promise<Answer> =>
    service.ask('POST', `/${path}`, { token: token(signed), body: { client_id, ...body } })
  /** A call without a token. */
  const open = (path: string, body: object = {}): Promise<Answer> =>
    service.ask('POST', `/${path}`, { body: { client_id, ...body } })
  /** A management call; `where` is method and path. */
  const manage = (signed: TokenScope, where: string, body?: object): Promise<Answer> => {
    const [method = '', path = ''] = where.split(' ')
    return service.ask(method, `/${path}`, { token: token(signed), body, headers: { 'x-client-id': client_id } })
  }
  return { key, privateKey, client_id, claims, token, call, open, manage }
}

export type Gen1Backend = Awaited<ReturnType<typeof gen1Backend>>

/** The response of a device to the options of a registration. */
export function attested(device: Device, { attestation_payload: options }: AttestationInit) {
  const { clientDataJSON, attestationObject, credentialId } = device.create(options)
  return {
    challenge: options.challenge,
    credential_uuid: options.credential_uuid,
    credential_id: credentialId,
    client_data: clientDataJSON,
    attestation_data: attestationObject,
  }
}

/** The response of a device to the options of a sign-in. */
export function asserted(device: Device, { assertion_payload: options }: AssertionInit) {
  const { clientDataJSON, authenticatorData, credentialId, signature, userHandle } = device.get(options)
  return {
    challenge: options.challenge,
    credential_id: credentialId,
    client_data: clientDataJSON,
    authenticator_data: authenticatorData,
    signature,
    user_handle: userHandle,
  }
}

export type RegisteredUser = Authentication & { device: Device; username: string }

/** A new user who signed up with a passkey through the first generation. */
export async function signUpGen1User(
  backend: Gen1Backend,
  { username = newName(), device = newDevice() }: { username?: string; device?: Device } = {},
): Promise<RegisteredUser> {
  const started = readBody<AttestationInit>(await backend.call('auth.register', '/register/fido2/init', { username }))
  const attestation_payload = attested(device, started)
  const response = await backend.open('/register/fido2/complete', { username, attestation_payload })
  return { ...readBody<Authentication>(response), device, username }
}

/** A first-generation sign-in, started and completed by that device. */
export async function gen1SignIn(
  backend: Gen1Backend,
  { device, username }: { device: Device; username?: string },
): Promise<Answer> {
  const started = readBody<AssertionInit>(await backend.call('auth.login', '/authenticate/fido2/init', { username }))
  return backend.open('/authenticate/fido2/complete', { username, assertion_payload: asserted(device, started) })
}

/** Asserts that a response is exactly that error, with nothing else in the body. */
export function assertGen1Rejected(
  response: Answer,
  [status, code, message]: readonly [number, string, (string | RegExp)?],
) {
  const body = readBody<{ code: string; message: string }>(response, status)
  assert.deepEqual(Object.keys(body).sort(), ['code', 'message'])
  assert.equal(body.code, code, response.text)
  if (typeof message === 'string') assert.equal(body.message, message)
  else if (message) assert.match(body.message, message)
}

export const tokenRejected = [401, 'unauthorized', 'Failed to verify authorization token'] as const
export const tokenNotAllowed = [403, 'operation_not_allowed', 'Invalid authorization token'] as const
export const notAuthenticated = [401, 'failed_to_authenticate', 'Failed to authenticate'] as const
export const alreadyRegistered = [400, 'user_already_registered'] as const
export const invalidRequest = [400, 'request_validation_error'] as const
export const notCreated = [400, 'credential_not_created'] as const
export const userNotFound = [404, 'user_not_found', 'User not found'] as const
