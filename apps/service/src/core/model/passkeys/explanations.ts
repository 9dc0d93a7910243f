import type { Explanation } from '../../errors.ts'

const reason = 'authenticator_not_accepted'

/**
 * Why an authenticator is rejected although its holder did nothing wrong, and what they can do instead of starting again. Only for
 * the holder: of an authenticator that was about to be registered, or of a passkey whose signature was verified.
 */
export const explanations = {
  userVerification: {
    reason: 'user_verification_missing',
    message:
      'This application requires that the authenticator verifies the user, and it did not. Set up a PIN or a screen lock, or use another authenticator.',
  },
  algorithm: {
    reason,
    message: 'This application does not accept the algorithm of the authenticator. Use another one.',
  },
  attestation: {
    reason,
    message: 'The authenticator did not give an attestation that this application accepts. Use another one.',
  },
  deviceBound: {
    reason,
    message: 'This application accepts only passkeys that stay on one device. Use another authenticator.',
  },
  synced: { reason, message: 'This application accepts only passkeys that can be synced. Use another authenticator.' },
  protection: {
    reason,
    message: 'The authenticator does not protect passkeys as this application requires. Use another one.',
  },
  model: { reason, message: 'This application does not accept this model of authenticator. Use another one.' },
  formerPasskey: {
    reason,
    message: 'The passkey does not meet the requirements that this application has now. Use another one.',
  },
  changedPasskey: {
    reason,
    message:
      'The backup eligibility of the passkey has changed, which this application does not accept. Use another one.',
  },
} as const satisfies Readonly<Record<string, Explanation>>
