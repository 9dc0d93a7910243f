import type { FlowName, Outcome } from './flows.ts'
import type { Policy } from './installation.ts'
import type { Profile } from './profiles.ts'

export type Cell = { policy: Policy; profile: Profile; flow: FlowName }

// The browser has no authenticator that can do what is required, or the user didn't choose; it says only NotAllowedError.
const aborted = 'ERROR_PASSKEY_ABORTED'

// Without a platform authenticator that stores passkeys, Chromium has no autofill.
const unsupported = 'ERROR_GENERAL_ERROR'

// The virtual authenticators of neither browser create a passkey without a dialog, and the SDK returns none.
const notUpgraded = 'no passkey'

const creates: readonly FlowName[] = [
  'signs up',
  'adds a passkey',
  'recovers by a code',
  'adds a passkey on another device',
]

// They require user verification whatever the application's setting is.
const verifiesAlways: readonly FlowName[] = ['confirms a transaction', 'completes a multi-factor flow']

/** The response of the service to a ceremony that it doesn't accept. */
const rejectedBy = (flow: FlowName) => (flow === 'completes a multi-factor flow' ? 'bad_request' : 'forbidden')

/** The expected result of a flow with an authenticator in Chromium. */
export function expectInChromium({ policy, profile: { kind, fault }, flow }: Cell): Outcome {
  if (flow === 'creates a passkey without a dialog') return notUpgraded
  const { transport, protocol, hasResidentKey, hasUserVerification } = kind
  const isComplete = hasResidentKey && hasUserVerification
  if (policy === 'strict' && !isComplete) return aborted
  // Nothing can be deleted from keys of U2F.
  if (flow === 'deletes the passkey') return `${protocol === 'u2f' ? 'kept' : 'removed'}, then ERROR_NO_PASSKEY`
  if (fault !== undefined) return expectFault(fault, policy, flow)
  if (flow === 'signs in by autofill') return isComplete && transport === 'internal' ? 'done' : unsupported
  // Without user verification, an authenticator isn't asked to store the passkey.
  if (flow === 'signs in without a username') return isComplete ? 'done' : aborted
  return verifiesAlways.includes(flow) && !hasUserVerification ? aborted : 'done'
}

/** The same in Firefox, which uses keys without user verification even if it is required: then the service rejects. */
export function expectInFirefox({ policy, profile: { kind, fault }, flow }: Cell): Outcome {
  if (flow === 'creates a passkey without a dialog') return notUpgraded
  const { protocol, hasResidentKey, hasUserVerification } = kind
  if (policy === 'strict' && !hasResidentKey) return aborted
  if (policy === 'strict' && !hasUserVerification) return 'forbidden'
  if (flow === 'deletes the passkey') return 'kept, then ERROR_NO_PASSKEY'
  // It waits until the user chooses in the field, which the protocol can't do.
  if (flow === 'signs in by autofill') return aborted
  if (fault !== undefined) return expectFault(fault, policy, flow)
  if (flow === 'signs in without a username') return hasResidentKey ? 'done' : aborted
  if (hasUserVerification || !verifiesAlways.includes(flow)) return 'done'
  return protocol === 'u2f' ? aborted : rejectedBy(flow)
}

function expectFault(fault: NonNullable<Profile['fault']>, policy: Policy, flow: FlowName): Outcome {
  const needsUser = policy === 'strict' || verifiesAlways.includes(flow)
  switch (fault) {
    case 'unknown user':
      return needsUser || creates.includes(flow) ? aborted : 'done'
    case 'isBadUV':
      return needsUser ? rejectedBy(flow) : 'done'
    case 'isBadUP':
      return rejectedBy(flow)
    case 'isBogusSignature':
      // Without attestation, a new passkey comes without a signature.
      return creates.includes(flow) ? 'done' : rejectedBy(flow)
  }
}
