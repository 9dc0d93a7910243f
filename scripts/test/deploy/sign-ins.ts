import assert from 'node:assert/strict'
import { type AssertionOptions, createSoftwareAuthenticator, type RegistrationRequestOptions } from '@thumbturn/testkit'
import { waitUntil } from '../programs/program.ts'
import { type Call, call } from './calls.ts'
import { origin } from './nodes.ts'

type Registration = { session: string; registrationRequestOptions: RegistrationRequestOptions }
type SignIn = { session: string; assertionOptions: AssertionOptions }
type Tokens = { jwtAccess: string }

/** One user of the application `shop`, who signs in again and again: through the proxy at `host`, from the address `from`. */
export function createSignIns(client: Pick<Call, 'from' | 'host'>) {
  const device = createSoftwareAuthenticator({ origin })
  const failures: string[] = []
  let completed = 0
  let isStopped = false

  async function post<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> {
    const sent = { headers: { origin, ...headers }, body: JSON.stringify({ app: { id: 'shop' }, ...body }) }
    const called = { path: `/apps/shop/fido2/v2${path}`, method: 'POST', ...sent }
    const { status, text } = await call({ ...called, ...client })
    assert.equal(status, 200, `${path}: ${status} ${text}`)
    return JSON.parse(text) as T
  }

  async function signIn() {
    const { session, assertionOptions } = await post<SignIn>('/auth/init', { deviceInfo: {} })
    const tokens = await post<Tokens>('/auth/complete', { session, assertionResult: device.get(assertionOptions) })
    assert.ok(tokens.jwtAccess)
  }

  async function signInRepeatedly() {
    while (!isStopped)
      await signIn().then(
        () => completed++,
        (error: Error) => failures.push(error.message),
      )
  }

  return {
    async signUp(headers: Record<string, string> = {}) {
      const user = { username: `ada-${process.hrtime.bigint()}@example.com` }
      const { session, registrationRequestOptions } = await post<Registration>(
        '/reg/init',
        { deviceInfo: {}, user },
        headers,
      )
      await post('/reg/complete', { session, creationResult: device.create(registrationRequestOptions) }, headers)
    },
    /** Signs in until `stop`, this many times at once. */
    repeat: (atOnce: number) =>
      Promise.all(Array.from({ length: atOnce }, signInRepeatedly)).then(() => ({ completed, failures })),
    /** Resolves after a number of further sign-ins. @throws AssertionError after a minute, with the failures */
    async waitForMore(count: number) {
      const goal = completed + count
      await waitUntil(
        async () => completed >= goal,
        () => (failures.length > 100 ? failures.join('\n') : undefined),
      )
    },
    stop: () => {
      isStopped = true
    },
  }
}
