/** The check that failed: one word for each kind of step of the procedures. */
export type Reason =
  | 'client_data'
  | 'type'
  | 'challenge'
  | 'origin'
  | 'cross_origin'
  | 'top_origin'
  | 'cbor'
  | 'auth_data'
  | 'rp_id_hash'
  | 'user_presence'
  | 'user_verification'
  | 'backup_flags'
  | 'algorithm'
  | 'public_key'
  | 'attestation_format'
  | 'attestation'
  | 'trust'
  | 'credential_id'
  | 'signature'
  | 'sign_count'
  | 'user_handle'
  | 'payment'

/** A failed verification. This package throws no other error; the message is for developers. */
export class WebAuthnError extends Error {
  override name = 'WebAuthnError'
  readonly reason: Reason

  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * Fails the verification.
 * @throws WebAuthnError always
 */
export function reject(reason: Reason, message: string, cause?: unknown): never {
  throw new WebAuthnError(reason, message, cause === undefined ? undefined : { cause })
}

/**
 * Runs library code on untrusted bytes, and converts anything it throws to a WebAuthnError.
 * @throws WebAuthnError with the given reason
 */
export function guarded<T>(reason: Reason, message: string, attempt: () => T): T {
  try {
    return attempt()
  } catch (error) {
    if (error instanceof WebAuthnError) throw error
    reject(reason, message, error)
  }
}
