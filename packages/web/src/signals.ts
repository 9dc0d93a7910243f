import type { Client } from './client.ts'
import { decodeToken, readToken } from './token.ts'
import type { Passkey } from './types.ts'

/** Signal methods (WebAuthn Level 3 §5.1.10), missing in many browsers. */
type Signal = 'signalAllAcceptedCredentials' | 'signalUnknownCredential' | 'signalCurrentUserDetails'

const findSignals = () =>
  globalThis.PublicKeyCredential as Partial<Record<Signal, (details: object) => Promise<void>>> | undefined

/** The names that account pickers show. */
export interface UserDetails {
  /** By default, the username of the token. */
  name?: string | undefined
  displayName: string
}

let running = 0
let changes = 0

/** Runs a registration. Lists fetched meanwhile may lack the new passkey and are never signaled. */
export async function runRegistration<Result>(run: () => Promise<Result>): Promise<Result> {
  running++
  changes++
  try {
    return await run()
  } finally {
    running--
    changes++
  }
}

/** Call it before fetching a list. The result tells whether a registration may have outdated the list since. */
export function watchRegistrations(): () => boolean {
  const before = changes
  return () => running === 0 && changes === before
}

/** Truthy if the browser accepts lists of accepted passkeys. */
export const canSignalAccepted = (): unknown => findSignals()?.signalAllAcceptedCredentials

/**
 * Lets the browser hide passkeys that the service no longer accepts. Browsers delete what the list lacks, so nothing is
 * signaled if the list or the token may be incomplete. Never fails.
 */
export async function signalAccepted(token: string | undefined, passkeys: Passkey[]): Promise<void> {
  const { rpId, sub } = decodeToken(token) ?? {}
  const ids = passkeys.map(({ credentialId }) => credentialId)
  if (rpId && sub && ids.every(Boolean))
    // `sub` is the text that was decoded as base64url when the passkey was created. Imported passkeys have other handles.
    for (const userId of new Set(passkeys.map(({ userHandle = sub }) => userHandle)).add(sub))
      await sendSignal('signalAllAcceptedCredentials', { rpId, userId, allAcceptedCredentialIds: ids })
}

/** Lets the browser remove a passkey that the service did not register. Never fails. */
export const signalUnknown = (rpId: string, credentialId: string): Promise<void> =>
  sendSignal('signalUnknownCredential', { rpId, credentialId })

/**
 * Call it after the user's name changed, to update the names in account pickers. Never fails. The SDK can't do it
 * automatically, because tokens contain no display name.
 */
export async function signalUserDetails(client: Client, { name, displayName }: UserDetails): Promise<void> {
  const { rpId, sub, username } = decodeToken(readToken(client)) ?? {}
  if (rpId && sub)
    await sendSignal('signalCurrentUserDetails', { rpId, userId: sub, name: name ?? username, displayName })
}

async function sendSignal(what: Signal, details: object): Promise<void> {
  try {
    await findSignals()?.[what]?.(details)
  } catch {}
}
