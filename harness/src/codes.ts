import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { changeApplication } from '@thumbturn/service/core/use-cases/applications/change.ts'
import type { FreshDatabase } from './databases.ts'
import { type Answer, type Service, useService } from './service.ts'
import { apiKey, newName, readBody, type SignedUpUser, signUpUser } from './situations.ts'
import type { TestDatabase } from './store-situations.ts'

export type ServiceWithDatabase = Service & { database: TestDatabase }

/** Starts a service whose application `demo` offers every kind of code. */
export function useCodes(fresh: FreshDatabase, settings: Partial<ApplicationSettings> = {}): () => ServiceWithDatabase {
  const running = useService(fresh)
  before(() => changeSettings(running(), { crossAuthMethods: ['otp', 'otp:email', 'otp:sms'], ...settings }))
  return running
}

/** Changes settings of the application `demo` in its current state. */
export async function changeSettings({ core }: Service, settings: Partial<ApplicationSettings>) {
  await changeApplication(core, (await core.applications.findFresh('demo'))!, { settings })
}

/** The response to every incorrect code. */
export const codeRejected = {
  status: 400,
  msg: 'The code is wrong, expired, or already used. Request a new one.',
  msgCode: 'bad_request',
  reason: 'invalid_code',
}

/** The cross-device code that a signed-in user sees. */
export async function shownCode(service: Service, token: string): Promise<string> {
  return readBody<{ code: string }>(await service.post('/auth/otp', undefined, { token })).code
}

/** Requests a code; `method` is the end of the path. */
export const askForCode = (service: Service, method: 'email' | 'sms', username: string): Promise<Answer> =>
  service.post(`/auth/otp/${method}`, { user: { username } })

/** The messages sent to an address, newest first. */
export const textsTo = async (service: Service, address: string): Promise<string[]> =>
  (await service.core.store.outbox.list('demo', 10_000)).filter(({ to }) => to === address).map(({ text }) => text)

/** The last code sent to an address, after everything is delivered. */
export async function sentCode(service: Service, address: string): Promise<string> {
  while ((await service.deliver()).length > 0);
  const texts = await textsTo(service, address)
  // A notice can be sent in the same round, before or after the code.
  const code = texts.map((text) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined)
  assert.ok(code, `no code was sent to ${address}: ${texts.join('\n')}`)
  return code
}

/** Another code of the same length. */
export const wrong = (code: string) => `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`

export const verifyCode = (service: Service, username: string, authCode: string): Promise<Answer> =>
  service.post('/auth/otp/verify', { authCode, user: { username } })

/** The calls of a backend about a user's contacts. */
export async function profile(service: Service) {
  const { text: token } = await apiKey(service, ['profile:write'])
  const ask = (method: string, path: string, body?: unknown) => service.ask(method, `/profile/${path}`, { token, body })
  return {
    ask,
    setEmail: (userId: string, email: string, requestVerification = true) =>
      ask('POST', `${userId}/email`, { email, requestVerification }),
    setPhone: (userId: string, phoneNumber: string, changes: object = {}) =>
      ask('POST', `${userId}/phone`, { phoneNumber, messagingConsent: true, ...changes }),
  }
}

let reached = 0

export type UserWithContacts = SignedUpUser & { email: string; phone: string }

/** A user with a passkey, a verified email address, and a verified phone number, neither of which is the username. */
export async function signUpUserWithContacts(service: Service, username = newName('user')): Promise<UserWithContacts> {
  const number = ++reached
  const [email, phone] = [`reached-${number}@example.com`, `+49151${String(10_000_000 + number)}`]
  const someone = await signUpUser(service, { username })
  const { setEmail, setPhone } = await profile(service)
  readBody(await setEmail(someone.userId, email, false), 204)
  readBody(await setPhone(someone.userId, phone, { requestVerification: false }), 204)
  return { ...someone, email, phone }
}

/** A user's contacts, oldest first. */
export const listContacts = async ({ core }: ServiceWithDatabase, userId: string) =>
  (await core.store.contacts.listByUser('demo', userId)).map(({ kind, address, verifiedAt }) => ({
    kind,
    address,
    verified: verifiedAt !== undefined,
  }))
