import { decodeToken } from './token.ts'
import type { Passkey } from './types.ts'

/** Signal methods of the browser (WebAuthn Level 3 §5.1.10), absent in many. */
interface Signals {
  signalAllAcceptedCredentials?(accepted: {
    rpId: string
    userId: string
    allAcceptedCredentialIds: string[]
  }): Promise<void>
  signalUnknownCredential?(unknown: { rpId: string; credentialId: string }): Promise<void>
}

const signals = () => globalThis.PublicKeyCredential as Signals | undefined

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

/** Whether the browser wants to hear which passkeys are accepted. */
export const canSignalAccepted = (): boolean => Boolean(signals()?.signalAllAcceptedCredentials)

/**
 * Lets the browser hide passkeys that the service no longer accepts; a browser deletes what the list lacks.
 * Says nothing where the list or the token may be incomplete, and never fails.
 */
export async function signalAccepted(token: string | undefined, passkeys: Passkey[]): Promise<void> {
  const { rpId, sub } = decodeToken(token ?? '') ?? {}
  const ids = passkeys.map(({ credentialId }) => credentialId)
  if (!rpId || !sub || !ids.every((id) => typeof id === 'string' && id)) return
  try {
    // `sub` is the text that was read as base64url when the passkey was made.
    const accepted = { rpId, userId: sub, allAcceptedCredentialIds: ids as string[] }
    await signals()?.signalAllAcceptedCredentials?.(accepted)
  } catch {}
}

/** Lets the browser remove a passkey that the service refused to register; never fails. */
export async function signalUnknown(rpId: string, credentialId: string): Promise<void> {
  try {
    await signals()?.signalUnknownCredential?.({ rpId, credentialId })
  } catch {}
}
