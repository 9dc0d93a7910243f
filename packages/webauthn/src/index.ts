export type { AttestationType } from './attestation/statement.ts'
export type { AssertionInput } from './authentication/input.ts'
export {
  type Assertion,
  verifyAssertion,
  verifyAssertionInBackground,
} from './authentication/verify.ts'
export { type PublicKey, readPublicKey, type StoredPublicKey } from './cose/public-key.ts'
export { type Reason, WebAuthnError } from './errors.ts'
export type { Expected } from './expected.ts'
export type { AssertionPolicy, RegistrationPolicy } from './policy.ts'
export { type Registration, type RegistrationInput, verifyRegistration } from './registration/verify.ts'
