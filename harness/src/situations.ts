import assert from 'node:assert/strict'
import type { AuthenticationStart } from '@thumbturn/service/core/flows/authentication/start.ts'
import type { RegistrationStart } from '@thumbturn/service/core/flows/registration/start.ts'
import type { TransactionStart } from '@thumbturn/service/core/flows/transactions/start.ts'
import { createApiKey } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import {
  type AssertionOverrides,
  type AuthenticatorSettings,
  type CreationOverrides,
  createSoftwareAuthenticator,
} from '@thumbturn/testkit'
import { type Answer, type Ask, origin, type Service } from './service.ts'

export type Device = ReturnType<typeof createSoftwareAuthenticator>
export type Tokens = { jwtAccess: string; userId: string; deviceId: string; passkeyId: string }
export type RegistrationInit = Pick<RegistrationStart, 'action' | 'session'> & {
  registrationRequestOptions: RegistrationStart['options']
}
export type AuthenticationInit = Omit<AuthenticationStart, 'options'> & {
  assertionOptions: AuthenticationStart['options']
}
export type TransactionInit = Pick<TransactionStart, 'txId' | 'session'> & {
  assertionOptions: TransactionStart['options']
}

export const app = { id: 'demo' }
export const deviceInfo = { clientName: 'Chrome', osName: 'Linux' }

/** An empty authenticator on the demo's own page. */
export const newDevice = (settings: Partial<AuthenticatorSettings> = {}): Device =>
  createSoftwareAuthenticator({ origin, ...settings })

let names = 0
/** A username that no other test uses. */
export const newName = (start = 'ada') => `${start}-${++names}@example.com`

/** Returns the body of a response after asserting its status. */
export function readBody<T>(response: Answer, status = 200): T {
  assert.equal(response.status, status, response.text)
  return response.body as T
}

/** The cookie that a response sets, as a browser sends it; empty if it sets none. */
export const readCookie = ({ headers }: Answer): string => String(headers['set-cookie'] ?? '').split(';')[0]!

/** Asserts that a response is exactly that error, with nothing else in the body except its optional reason. */
export function assertRejected(
  response: Answer,
  expected: { status: number; msg: string | RegExp; msgCode: string; reason?: string },
) {
  const { msg, msgCode, reason, ...rest } = readBody<{ msg: string; msgCode: string; reason?: string }>(
    response,
    expected.status,
  )
  assert.deepEqual({ msgCode, rest }, { msgCode: expected.msgCode, rest: {} })
  if (expected.reason !== undefined) assert.equal(reason, expected.reason)
  if (typeof expected.msg === 'string') assert.equal(msg, expected.msg)
  else assert.match(msg, expected.msg)
}

export const signInRejected = {
  status: 404,
  msg: 'The sign-in was rejected. Start again.',
  msgCode: 'forbidden',
}
export const registrationRejected = {
  status: 403,
  msg: 'The passkey was not registered. Start again.',
  msgCode: 'forbidden',
}
export const transactionRejected = {
  status: 403,
  msg: 'The transaction was rejected. Start again.',
  msgCode: 'forbidden',
}

/** The rejection of an authenticator that the application doesn't accept. */
export const notAccepted = { msg: /Use another (one|authenticator)\.$/, reason: 'authenticator_not_accepted' }

export const registrationNotAccepted = { ...registrationRejected, ...notAccepted }
export const signInNotAccepted = { ...signInRejected, ...notAccepted }

/** The rejection of an authenticator that didn't verify the user. */
export const notVerified = {
  msg: /^This application requires that the authenticator verifies the user/,
  reason: 'user_verification_missing',
}

/** A registration that has started, for the user that the token or username identifies. */
export async function startRegistration(
  service: Service,
  username: string | undefined,
  { token, ...more }: Ask & { displayName?: string } = {},
): Promise<RegistrationInit> {
  const user = username === undefined ? undefined : { username, ...more }
  return readBody(await service.post('/reg/init', { app, deviceInfo, user }, { token }))
}

/** A registration, completed by a new device unless given. */
export const completeRegistration = (
  service: Service,
  { session, registrationRequestOptions }: Pick<RegistrationInit, 'session' | 'registrationRequestOptions'>,
  { device = newDevice(), ...overrides }: { device?: Device } & CreationOverrides = {},
): Promise<Answer> =>
  service.post('/reg/complete', { session, creationResult: device.create(registrationRequestOptions, overrides) })

type SignUp = { username?: string; token?: string; device?: Device } & CreationOverrides

/** A registration, started and completed: for a new user, unless a username or token identifies one. */
export async function signUp(service: Service, { token, ...rest }: SignUp = {}): Promise<Answer> {
  const { username = token === undefined ? newName() : undefined, ...creation } = rest
  return completeRegistration(service, await startRegistration(service, username, { token }), creation)
}

export type SignedUpUser = Tokens & { device: Device; username: string }

/** A new user with one passkey and a new token. */
export async function signUpUser(
  service: Service,
  { username = newName(), device = newDevice() }: { username?: string; device?: Device } = {},
): Promise<SignedUpUser> {
  return { ...readBody<Tokens>(await signUp(service, { username, device })), device, username }
}

/** A sign-in that has started; without a username, any passkey can complete it. */
export async function startSignIn(service: Service, username = ''): Promise<AuthenticationInit> {
  return readBody(await service.post('/auth/init', { app, deviceInfo, user: { username } }))
}

/** A sign-in, completed by that device. */
export const completeSignIn = (
  service: Service,
  { session, assertionOptions }: Pick<AuthenticationInit, 'session' | 'assertionOptions'>,
  { device, ...overrides }: { device: Device } & AssertionOverrides,
): Promise<Answer> =>
  service.post('/auth/complete', { session, assertionResult: device.get(assertionOptions, overrides) })

/** A sign-in, started and completed by that device. */
export const signIn = async (
  service: Service,
  { username, ...assertion }: { device: Device; username?: string } & AssertionOverrides,
): Promise<Answer> => completeSignIn(service, await startSignIn(service, username), assertion)

export type TransactionContent = { username: string; txPayload: string; nonce: string; txType: string }

/** The body of tx/init, with a nonce that no other test uses. */
export const createTransactionInput = (
  username: string,
  changes: Partial<TransactionContent> = {},
): TransactionContent => ({
  username,
  txType: 'raw',
  txPayload: 'Pay 25.00 € to Grace',
  nonce: `nonce-${++names}`,
  ...changes,
})

/** A transaction that has started. */
export async function startTransaction(
  service: Service,
  username: string,
  changes?: Partial<TransactionContent>,
): Promise<TransactionInit> {
  return readBody(await service.post('/tx/init', createTransactionInput(username, changes)))
}

/** The body of tx/complete from the device, without a user handle. */
export function transactionAnswer(
  device: Device,
  { session, assertionOptions }: Pick<TransactionInit, 'session' | 'assertionOptions'>,
  overrides: AssertionOverrides = {},
) {
  const { credentialId, clientDataJSON, authenticatorData, signature } = device.get(assertionOptions, overrides)
  return { session, keyHandle: credentialId, clientData: clientDataJSON, authenticatorData, signature }
}

/** The text of a new API key of an application. */
export async function apiKey({ core, application }: Service, scopes: string[] = ['reg:write'], of = application) {
  return createApiKey(core, of, { name: 'test', scopes })
}

/** A grant token, as a backend requests it. */
export async function requestGrant(service: Service, username: string, grants: string[]): Promise<string> {
  const { text } = await apiKey(service, grants)
  const response = await service.post('/mgmt/grant', { username, grants }, { token: text })
  return readBody<{ token: string }>(response).token
}

/** The claims of a token, unverified. */
export const readClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>

/** Property names in order, with the type of every value. */
export function describeShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeShape)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.entries(value).map(([name, member]) => [name, describeShape(member)])
}
