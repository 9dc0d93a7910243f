import type { Client } from './client.ts'
import { decodeToken, storedToken } from './token.ts'
import type { Passkey } from './types.ts'

/** Signal methods of the browser (WebAuthn Level 3 §5.1.10), absent in many. */
type Signal = 'signalAllAcceptedCredentials' | 'signalUnknownCredential' | 'signalCurrentUserDetails'

const signals = () =>
  globalThis.PublicKeyCredential as Partial<Record<Signal, (told: object) => Promise<void>>> | undefined

/** How account pickers shall name the user. */
export interface UserDetails {
  /** The username of the token by default. */
  name?: string | undefined
  displayName: string
}

let running = 0
let changes = 0

/** Runs a registration; lists fetched meanwhile may lack the new passkey and are never signalled. */
export async function whileRegistering<Result>(run: () => Promise<Result>): Promise<Result> {
  running++
  changes++
  try {
    return await run()
  } finally {
    running--
    changes++
  }
}

/** Call before fetching a list; the answer tells afterwards whether no registration could have outdated it. */
export function watchRegistrations(): () => boolean {
  const before = changes
  return () => running === 0 && changes === before
}

/** Whether the browser can be told which passkeys are accepted. */
export const canSignalAccepted = (): boolean => Boolean(signals()?.signalAllAcceptedCredentials)

/**
 * Lets the browser hide passkeys that the service no longer accepts; a browser deletes what the list lacks.
 * Says nothing where the list or the token may be incomplete, and never fails.
 */
export async function signalAccepted(token: string | undefined, passkeys: Passkey[]): Promise<void> {
  const { rpId, sub } = decodeToken(token ?? '') ?? {}
  const ids = passkeys.map(({ credentialId }) => credentialId)
  if (!rpId || !sub || !ids.every(Boolean)) return
  // `sub` is the text that was read as base64url when the passkey was made.
  await tell('signalAllAcceptedCredentials', { rpId, userId: sub, allAcceptedCredentialIds: ids })
}

/** Lets the browser remove a passkey that the service refused to register; never fails. */
export const signalUnknown = (rpId: string, credentialId: string): Promise<void> =>
  tell('signalUnknownCredential', { rpId, credentialId })

/**
 * Lets the browser show other names beside the passkeys of the signed-in user, after these were changed; never fails.
 * The SDK cannot know when that is: tokens carry no display name.
 */
export async function signalUserDetails(client: Client, { name, displayName }: UserDetails): Promise<void> {
  const { rpId, sub, username } = decodeToken(storedToken(client) ?? '') ?? {}
  if (rpId && sub) await tell('signalCurrentUserDetails', { rpId, userId: sub, name: name ?? username, displayName })
}

async function tell(what: Signal, told: object): Promise<void> {
  try {
    await signals()?.[what]?.(told)
  } catch {}
}
