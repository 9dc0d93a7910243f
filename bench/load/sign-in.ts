import type { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import { type AssertionResult, createSoftwareAuthenticator } from '@thumbturn/testkit'
import type { Adapter, Calls, OpenCeremony, Site, User, Work } from '../adapters/adapter.ts'
import { findAdapter } from '../adapters/adapters.ts'

/** The calls of the load at a contestant. Each throws unless the response is the expected one. */
export interface Flow {
  register(connection: RawConnection, username: string): Promise<User>
  /** One full sign-in: two calls. Resolves with the token or session. */
  signIn(connection: RawConnection, user: User): Promise<string>
  /** One transaction, confirmed with the user's passkey: two calls. */
  confirm(connection: RawConnection, user: User): Promise<void>
  /** Checks the token or session of a sign-in as a backend does. */
  verify(connection: RawConnection, session: string): Promise<void>
  /** The headers of a browser in which a user is signed in. */
  openBrowser(connection: RawConnection, user: User): Promise<string>
  /** Signs the user of such a browser in at a client: an authorization request, the exchange of the code, and the claims. */
  authorize(connection: RawConnection, browser: string): Promise<void>
  /** Throws if a sign-in with a wrong signature succeeds, or what corresponds to that in the given work. */
  checkRejection(connection: RawConnection, user: User, work?: Work): Promise<void>
}

export type FlowOptions = Omit<Site, 'device' | 'origin'>

/** The flow of a contestant whose first process listens at the port; its device holds the keys of all users that it registers. */
export function createFlow(contestant: string, port: number, options: FlowOptions): Flow {
  const adapter = findAdapter(contestant)
  if (!adapter.modes.includes(options.mode)) throw new Error(`${contestant} has no sign-in of the mode ${options.mode}`)
  return createFlowOver(adapter, port, options)
}

/** The same for an adapter that isn't listed. */
export function createFlowOver(
  adapter: Pick<Adapter, 'calls' | 'hasPasskeys'>,
  port: number,
  options: FlowOptions,
): Flow {
  const origin = `http://localhost:${port}`
  const device = createSoftwareAuthenticator({ origin, algorithm: -7 })
  const calls = adapter.calls({ device, origin, ...options })
  const { beginTransaction, finishTransaction, verify, openBrowser, authorize, redeem } = requireCalls(calls)
  const sign = ({ options }: OpenCeremony, { credentialId }: User) => device.get(options, { pick: credentialId })

  async function signIn(connection: RawConnection, user: User) {
    const begun = await calls.begin(connection, user)
    return calls.finish(connection, begun, sign(begun, user))
  }
  async function confirm(connection: RawConnection, user: User) {
    const begun = await beginTransaction(connection, user)
    await finishTransaction(connection, begun, sign(begun, user))
  }
  const openUsersBrowser = (connection: RawConnection, user: User) =>
    openBrowser(connection, user, () => signIn(connection, user))
  async function attemptSignIn(connection: RawConnection, user: User): Promise<Attempt> {
    await signIn(connection, user)
    const begun = await calls.begin(connection, user)
    const wrong = spoilSignature(sign(begun, user))
    return { name: 'a wrong signature', act: () => calls.finish(connection, begun, wrong) }
  }
  const authorizeOnce = async (connection: RawConnection, browser: string) =>
    redeem(connection, await authorize(connection, browser))
  const flow = { register: calls.register, signIn, confirm, verify, openBrowser: openUsersBrowser }
  const attempts = listAttempts({ ...flow, authorize: authorizeOnce }, { calls: requireCalls(calls), sign })
  return {
    ...flow,
    authorize: authorizeOnce,
    async checkRejection(connection, user, work = 'sign-ins') {
      if (adapter.hasPasskeys !== false) await requireRejected(await attemptSignIn(connection, user))
      const attempt = await attempts[work]?.(connection, user)
      if (attempt) await requireRejected(attempt)
    },
  }
}

type Signing = { calls: ReturnType<typeof requireCalls>; sign(ceremony: OpenCeremony, user: User): AssertionResult }

/** For each work, a request that succeeds, then one that must fail. */
function listAttempts(
  { confirm, signIn, verify, openBrowser, authorize }: Omit<Flow, 'checkRejection'>,
  { calls, sign }: Signing,
): Partial<Record<Work, (connection: RawConnection, user: User) => Promise<Attempt>>> {
  return {
    async transactions(connection, user) {
      await confirm(connection, user)
      const begun = await calls.beginTransaction(connection, user)
      const wrong = spoilSignature(sign(begun, user))
      return {
        name: 'a wrong signature of a transaction',
        act: () => calls.finishTransaction(connection, begun, wrong),
      }
    },
    async verifications(connection, user) {
      const session = await signIn(connection, user)
      await verify(connection, session)
      return { name: 'a changed token or session', act: () => verify(connection, spoilText(session)) }
    },
    async authorizations(connection, user) {
      const browser = await openBrowser(connection, user)
      await authorize(connection, browser)
      const code = spoilText(await calls.authorize(connection, browser))
      return { name: 'a changed code', act: () => calls.redeem(connection, code) }
    },
  }
}

/** The calls of a contestant, of which those that it doesn't have fail. */
function requireCalls(calls: Calls) {
  const fail = (name: string) => async () => {
    throw new Error(`The contestant has no ${name}`)
  }
  return {
    beginTransaction: calls.beginTransaction ?? fail('transactions'),
    finishTransaction: calls.finishTransaction ?? fail('transactions'),
    verify: calls.verify ?? fail('verifications'),
    openBrowser: calls.openBrowser ?? fail('authorizations'),
    authorize: calls.authorize ?? fail('authorizations'),
    redeem: calls.redeem ?? fail('authorizations'),
  }
}

/** A request that a contestant must reject. */
type Attempt = { name: string; act: () => Promise<unknown> }

async function requireRejected({ name, act }: Attempt): Promise<void> {
  const accepted = await act().then(
    () => true,
    () => false,
  )
  if (accepted) throw new Error(`The contestant accepts ${name}`)
}

function spoilSignature(assertion: AssertionResult): AssertionResult {
  const wrong = Buffer.from(assertion.signature, 'base64url')
  // The last byte of an ECDSA signature is in s, so only its value is wrong.
  wrong[wrong.length - 1]! ^= 1
  return { ...assertion, signature: wrong.toString('base64url') }
}

/** A token or session with another character in its last part, where tokens have their signature. */
function spoilText(session: string): string {
  const at = session.trimEnd().length - 12
  return `${session.slice(0, at)}${session[at] === 'A' ? 'B' : 'A'}${session.slice(at + 1)}`
}
