import type { Client } from '../client/client.ts'
import type { Call } from '../client/http.ts'
import type { Claims } from '../client/token.ts'
import type { PasskeyList, TokenResponse } from '../client/wire.ts'
import type { ApiError } from '../errors.ts'
import type { Passkey } from '../types.ts'

// Loaded when it is needed, by keep-in-step.ts alone: few browsers have signals, and no sign-in needs them.

/** Signal methods (WebAuthn Level 3 §5.1.10), missing in many browsers. */
export type Signal = 'signalAllAcceptedCredentials' | 'signalUnknownCredential' | 'signalCurrentUserDetails'

interface Tools {
  callService<Answer>(client: Client, call: Call): Promise<Answer>
  decodeToken(token: string | undefined): Claims | undefined
  waitBriefly<Value>(start: () => Value | Promise<Value>): Promise<Awaited<Value> | undefined>
  watchRegistrations(): () => boolean
  /** Delivers a signal; to the browser by default. */
  deliver?(what: Signal, details: object): Promise<void> | undefined
}

type SignalMethods = Record<Signal, (details: object) => Promise<void>>

const tellBrowser = (what: Signal, details: object) => (PublicKeyCredential as Partial<SignalMethods>)[what]?.(details)

/** The list to fetch, and its token. `including` is the ID of a passkey that a complete list must contain. */
interface Listing {
  token: string | undefined
  including?: string | undefined
}

/** The names to show; `passkeys` are those of the user, if they are known. */
interface Names {
  displayName: string
  name?: string | undefined
  passkeys?: Passkey[] | undefined
}

/** Longest that a list is waited for, in milliseconds. */
const patienceMs = 1000

/**
 * The user handles of a user's passkeys. `sub` is the text that was decoded as base64url when a passkey was created;
 * imported passkeys have other handles.
 */
const listHandles = (sub: string, passkeys: Passkey[]) =>
  new Set(passkeys.map(({ userHandle = sub }) => userHandle)).add(sub)

/**
 * Without a rejection by the service itself, a new passkey may have been registered; by an earlier attempt, if its session
 * was used.
 */
const isRejection = ({ status, code, reason }: Partial<ApiError>) =>
  status && status < 500 && code !== 'not_a_service' && reason !== 'session_used'

/** Keeps the browser in step with the service. None of it fails. */
export function createSignals({ deliver = tellBrowser, ...tools }: Tools) {
  const { callService, decodeToken, waitBriefly, watchRegistrations } = tools

  /** Some versions of Safari never settle signals (WebKit bug 298951). */
  const sendSignal = (what: Signal, details: object) => waitBriefly(() => deliver(what, details))

  /**
   * Lets the browser hide passkeys that the service no longer accepts. Browsers delete what the list lacks, so nothing is
   * signaled if the list or the token may be incomplete.
   */
  async function signalAccepted(token: string | undefined, passkeys: Passkey[]): Promise<void> {
    const { rpId, sub } = decodeToken(token) ?? {}
    const ids = passkeys.map(({ credentialId }) => credentialId)
    if (rpId && sub && ids.every(Boolean))
      for (const userId of listHandles(sub, passkeys))
        await sendSignal('signalAllAcceptedCredentials', { rpId, userId, allAcceptedCredentialIds: ids })
  }

  /** Lists the passkeys and signals them, unless a registration may have outdated the list. Undefined if that fails. */
  async function signalRemaining(client: Client, { token, including }: Listing): Promise<Passkey[] | undefined> {
    const isCurrent = watchRegistrations()
    const call = { method: 'GET', path: '/passkeys', token, signal: AbortSignal.timeout?.(patienceMs) } as const
    const passkeys = await waitBriefly(() => callService<PasskeyList>(client, call))
    if (!Array.isArray(passkeys)) return undefined
    const isComplete = !including || passkeys.some(({ id }) => id === including)
    if (isComplete && isCurrent()) await signalAccepted(token, passkeys)
    return passkeys
  }

  /**
   * After a sign-in or a registration: signals what is accepted, and the user's current names. Nothing after a code, whose
   * token can't list passkeys.
   */
  async function signalState(client: Client, response: TokenResponse): Promise<void> {
    const { jwtAccess: token, displayName, passkeyId } = response
    if (!passkeyId) return
    const passkeys = await signalRemaining(client, { token, including: passkeyId })
    if (displayName) await signalNames(token, { displayName, passkeys })
  }

  /** Updates the names in account pickers, for each user handle of these passkeys. */
  async function signalNames(token: string | undefined, { displayName, name, passkeys = [] }: Names): Promise<void> {
    const { rpId, sub, username } = decodeToken(token) ?? {}
    if (rpId && sub)
      for (const userId of listHandles(sub, passkeys))
        await sendSignal('signalCurrentUserDetails', { rpId, userId, name: name ?? username, displayName })
  }

  /** Lets the browser remove a new passkey that the service rejected. */
  async function signalRejected(error: unknown, rpId: string, credentialId: string): Promise<void> {
    if (isRejection(error as Partial<ApiError>)) await signalUnknown(rpId, credentialId)
  }

  /** Lets the browser remove a passkey that was never registered. */
  const signalUnknown = (rpId: string, credentialId: string) =>
    sendSignal('signalUnknownCredential', { rpId, credentialId })

  return { signalAccepted, signalRemaining, signalState, signalNames, signalRejected, signalUnknown }
}
