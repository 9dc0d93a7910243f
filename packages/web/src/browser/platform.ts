// All that the flows need of a browser. @thumbturn/native is built with a module of its own in place of this one, so
// flows import from here and from nothing else in this folder.
export { createAssertion } from '../ceremonies/assertion.ts'
export { createCredential } from '../ceremonies/creation.ts'
export { createCookieTokenStore as createDefaultTokenStore } from '../client/cookie-store.ts'
export { describeDevice, storeDeviceId } from '../client/device.ts'
export { createTrustItems } from '../client/trust.ts'
export { canSignal, signal } from '../passkeys/keep-in-step.ts'
export {
  hasWebAuthn,
  isConditionalCreateAvailable,
  isImmediateSignInAvailable,
  isPaymentConfirmationAvailable,
} from './support.ts'
