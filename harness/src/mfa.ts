import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { changeApplication } from '@thumbturn/service/core/use-cases/applications/change.ts'
import { requireApplication } from '@thumbturn/service/core/use-cases/applications/target.ts'
import type { AssertionOptions, AssertionOverrides, RegistrationRequestOptions } from '@thumbturn/testkit'
import type { Answer, Service } from './service.ts'
import { apiKey, type Device, deviceInfo, newDevice, readBody, signUpUser } from './situations.ts'
import { setContact } from './store-batches.ts'

export type Action = {
  action: { name: string; label: string }
  options?: { name: string; value: string; label?: string }[]
}
export type MfaNext = { msg: string; msgCode: string; flow: string; session: string; next: Action[] }
export type MfaResult = {
  flow: string
  payload: string
  payloadSignature: string
  idToken: string
  accessToken: string
  refreshToken: string
  deviceId: string
  passkeyInfo?: { passkeyId: string; aaguid: string; publicKey: string; [member: string]: unknown }
}

export const factorRejected = {
  status: 400,
  msg: 'The factor was rejected. Try again, or start a new flow.',
  msgCode: 'bad_request',
}
export const sessionRejected = { status: 401, msg: 'Unknown or expired session', msgCode: 'unauthorized' }

/** The tests that restore the settings of a service when they end. */
const restoring = new WeakMap<Service, WeakSet<TestContext>>()

/** Changes the application's settings until the test ends, then restores those from before the test's first change. */
export async function withSettings(service: Service, t: TestContext, settings: Partial<ApplicationSettings>) {
  const { core, application } = service
  const { settings: before } = await requireApplication(core, application)
  const tests = restoring.get(service) ?? new WeakSet()
  // Hooks run in the order in which they are added, so only the first one of a test can restore.
  if (!tests.has(t)) t.after(() => changeApplication(core, application, { settings: before }))
  restoring.set(service, tests.add(t))
  await changeApplication(core, application, { settings })
}

/** A flow that has started. */
export async function startMfa(service: Service, username = '', more: object = {}): Promise<MfaNext> {
  const { user, ...rest } = { user: {}, ...more }
  return readBody(await service.post('/mfa/begin', { deviceInfo, user: { username, ...user }, ...rest }))
}

/** Takes steps with a session, which is sent unchanged in the Authorization header. */
export const step =
  (service: Service, { session }: { session: string }) =>
  (path: string, body: unknown): Promise<Answer> =>
    service.post(`/mfa/${path}`, body, { token: session })

/** The names of the actions that can come next. */
export const offered = ({ next }: MfaNext) => next.map(({ action }) => action.name)

/** The WebAuthn options of an action. */
export function readOptions<T>({ next }: MfaNext, name: string): T {
  const found = next.find(({ action }) => action.name === name)
  assert.ok(found?.options?.[0], `${name} is not offered`)
  return JSON.parse(Buffer.from(found.options[0].value, 'base64url').toString()) as T
}

/** The response of a device to passkey:auth or passkey:tx. */
export const assertion = (device: Device, started: MfaNext, overrides: AssertionOverrides & { as?: string } = {}) => {
  const { as = 'passkey:auth', ...changes } = overrides
  return { assertionResult: device.get(readOptions<AssertionOptions>(started, as), changes) }
}

type Use = { device: Device } & AssertionOverrides

export const authenticate = (service: Service, started: MfaNext, { device, ...overrides }: Use) =>
  step(service, started)('passkey/auth', assertion(device, started, overrides))

export const confirm = (service: Service, started: MfaNext, { device, ...overrides }: Use) =>
  step(service, started)('passkey/tx', assertion(device, started, { ...overrides, as: 'passkey:tx' }))

/** The response of a device to passkey:reg. */
export const creation = (device: Device, started: MfaNext) => ({
  creationResult: device.create(readOptions<RegistrationRequestOptions>(started, 'passkey:reg')),
})

export const register = (service: Service, started: MfaNext, device = newDevice()) =>
  step(service, started)('passkey/reg', creation(device, started))

/** The token with which a backend asserts that user. */
export async function requestBackendAssertion(
  service: Service,
  username: string,
  of = service.application,
): Promise<string> {
  const { text } = await apiKey(service, ['external:verify'], of)
  const path = `//apps/${of.id}/fido2/v2/mgmt/grant/external-auth`
  return readBody<{ token: string }>(await service.post(path, { username }, { token: text })).token
}

/** The next step of a flow that isn't complete. */
export const readNextStep = (response: Answer): MfaNext => readBody<MfaNext>(response, 401)

export const readCompletedFlow = (response: Answer): MfaResult => readBody<MfaResult>(response)

/** Makes an address a verified contact of the user. */
export async function reached(service: Service, userId: string, address: string) {
  const at = service.clock.now()
  const kind = address.includes('@') ? ('email' as const) : ('phone' as const)
  const contact = { appId: 'demo', userId, kind, address, addressKey: address.toLowerCase(), verifiedAt: at }
  const put = setContact(service.core.store, { ...contact, messagingConsent: true, createdAt: at }, nothingTold)
  assert.equal(await put, undefined)
}

const nothingTold = { events: [], tasks: [] }

/** The last code sent to an address, after everything is delivered; undefined if none. */
export async function codeAt(service: Service, address: string): Promise<string | undefined> {
  while ((await service.deliver()).length > 0);
  const sent = await service.core.store.outbox.list('demo', 1_000)
  // Other messages to that address can be as new as the code.
  return sent.flatMap(({ to, text }) => (to === address ? (/\b\d{6}\b/.exec(text) ?? []) : []))[0]
}

/** Requests a code, enters it, and returns the response. */
export async function proveCode(
  service: Service,
  started: MfaNext,
  { method, address, option }: { method: 'email' | 'sms'; address: string; option?: string },
): Promise<Answer> {
  const asked = readBody<{ session: string }>(await step(service, started)('otp/request', { method, option }))
  const otp = await codeAt(service, address)
  assert.ok(otp, `no code was sent to ${address}`)
  return step(service, asked)('otp/verify', { otp })
}

/** A user with a passkey who has completed a flow. */
export async function completed(service: Service, more: object = {}) {
  const someone = await signUpUser(service)
  const started = await startMfa(service, someone.username, more)
  return { ...someone, done: readCompletedFlow(await authenticate(service, started, { device: someone.device })) }
}
