import type { Expectations } from '../expected.ts'
import type { AssertionPolicy } from '../policy.ts'

/** The client's response, the stored credential, and the expectations; binary fields are base64url. */
export type AssertionInput = {
  response: {
    clientDataJSON: string
    authenticatorData: string
    signature: string
    credentialId: string
    /** null and the empty text equal absence */
    userHandle?: string | null
  }
  credential: {
    id: string
    /** SubjectPublicKeyInfo, DER, as `verifyRegistration` returned it */
    publicKeySpki: Uint8Array
    algorithm: number
    signCount: number
    /** `unknown`: it was registered elsewhere, and its record doesn't say; then the result does. */
    backupEligible: boolean | 'unknown'
    /** base64url of the owner's user handle */
    userHandle: string
  }
  expected: Expectations & {
    /** IDs listed in the options; absent or empty: discoverable */
    allowCredentials?: readonly string[]
    /** true if the user was not known when the ceremony started; default false */
    userHandleRequired?: boolean
  }
  policy?: AssertionPolicy
}

/** The values to store in the credential record, and what the sign-in proves about the user. */
export type Assertion = {
  signCount: number
  backupEligible: boolean
  backedUp: boolean
  userVerified: boolean
  userPresent: boolean
  /** true only under `counter: 'flag'` */
  counterRegressed: boolean
  /** true only under `backupEligibilityChange: 'flag'` */
  backupEligibilityChanged: boolean
  origin: string
  topOrigin?: string
}
