export {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from './authenticator.ts'
export { type CborValue, encodeCbor } from './cbor.ts'
export { flag } from './ceremony.ts'
export type {
  AssertionOptions,
  AssertionOverrides,
  AssertionResult,
  Change,
  CreationOverrides,
  CreationResult,
  CredentialDescriptor,
  PaymentOptions,
  PaymentOverrides,
  RegistrationRequestOptions,
  ShownPayment,
} from './json.ts'
export { type Algorithm, type CredentialKey, generateKey, signWith } from './keys.ts'
export type { AuthenticatorSettings, StoredCredential } from './settings.ts'
