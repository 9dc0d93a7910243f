import { randomBytes } from 'node:crypto'
import { checkRpId, normalizeBase64url, sha256, toBase64url } from './ceremony.ts'
import type {
  AssertionOptions,
  AssertionOverrides,
  AssertionResult,
  CreationOverrides,
  CreationResult,
  PaymentOptions,
  PaymentOverrides,
  RegistrationRequestOptions,
} from './json.ts'
import { type Algorithm, findSupported, generateKey } from './keys.ts'
import { createAssertionResult, createCreationResult, createPaymentResult } from './results.ts'
import type { AuthenticatorSettings, StoredCredential } from './settings.ts'

/** A software authenticator with the browser's part of the ceremony. */
export interface SoftwareAuthenticator {
  /** Registers, as navigator.credentials.create does. Throws InvalidStateError, NotSupportedError, or SecurityError. */
  create(options: RegistrationRequestOptions, overrides?: CreationOverrides): CreationResult
  /** Signs in, as navigator.credentials.get does. Throws NotAllowedError without a matching credential. */
  get(options: AssertionOptions, overrides?: AssertionOverrides): AssertionResult
  /**
   * Confirms a payment, as a PaymentRequest with the method secure-payment-confirmation does on a page of any origin.
   * Throws NotAllowedError without a matching credential.
   */
  pay(options: PaymentOptions, overrides?: PaymentOverrides): AssertionResult
  /** Deletes a credential, as a user does in the settings of a phone. */
  deleteCredential(credentialId: string): void
  /** The credential with this ID, if there is one. */
  findCredential(credentialId: string): StoredCredential | undefined
  readonly credentials: readonly StoredCredential[]
}

/** Creates an empty device, which keeps all its credentials, even several of one user. */
export function createSoftwareAuthenticator(settings: AuthenticatorSettings): SoftwareAuthenticator {
  const findCredential = new Map<string, StoredCredential>()
  const rpIdHashes = new Map<string, Buffer>()

  const hashRpId = (rpId: string): Buffer => {
    const known = rpIdHashes.get(rpId) ?? sha256(rpId)
    rpIdHashes.set(rpId, known)
    return known
  }

  return {
    create: (options, overrides = {}) => {
      const credential = createCredential(settings, findCredential, options)
      findCredential.set(credential.id, credential)
      return createCreationResult({ settings, credential, hashRpId, options, overrides })
    },
    get: (options, overrides = {}) => {
      const rpId = options.rpId ?? new URL(settings.origin).hostname
      checkRpId(rpId, settings.origin)
      const credential = chooseCredential(findCredential, { ...options, rpId }, overrides.pick)
      if (settings.counter === 'counting') credential.signCount++
      return createAssertionResult({ settings, credential, hashRpId, options, overrides })
    },
    pay: (options, overrides = {}) => {
      const listed = options.credentialIds.map((id) => ({ id }))
      const credential = chooseCredential(findCredential, { ...options, allowCredentials: listed }, overrides.pick)
      if (settings.counter === 'counting') credential.signCount++
      return createPaymentResult({ settings, credential, hashRpId, options, overrides })
    },
    deleteCredential: (credentialId) => void findCredential.delete(credentialId),
    findCredential: (credentialId) => findCredential.get(credentialId),
    get credentials() {
      return [...findCredential.values()]
    },
  }
}

function createCredential(
  settings: AuthenticatorSettings,
  findCredential: ReadonlyMap<string, StoredCredential>,
  { rp, user, pubKeyCredParams, excludeCredentials = [] }: RegistrationRequestOptions,
): StoredCredential {
  const rpId = rp.id ?? new URL(settings.origin).hostname
  checkRpId(rpId, settings.origin)
  if (excludeCredentials.some(({ id }) => findCredential.get(normalizeBase64url(id))?.rpId === rpId)) {
    throw new DOMException('This device already has a passkey for this account', 'InvalidStateError')
  }
  const key = generateKey(chooseAlgorithm(pubKeyCredParams, settings.algorithm))
  const id = toBase64url((settings.random ?? randomBytes)(32))
  return { id, rpId, userId: normalizeBase64url(user.id), userName: user.name, key, signCount: 0 }
}

function chooseAlgorithm(params: RegistrationRequestOptions['pubKeyCredParams'], only?: Algorithm): Algorithm {
  // An empty list means these two (WebAuthn section 5.1.3, step 10).
  const offered = params.length > 0 ? params.map(({ alg }) => alg) : [-7, -257]
  const agreed = only === undefined ? findSupported(offered) : offered.includes(only) ? only : undefined
  if (agreed === undefined) {
    throw new DOMException(`None of the algorithms ${offered} is supported`, 'NotSupportedError')
  }
  return agreed
}

function chooseCredential(
  findCredential: ReadonlyMap<string, StoredCredential>,
  { rpId, allowCredentials = [] }: AssertionOptions,
  pick?: string,
): StoredCredential {
  const candidates = pick === undefined ? allowCredentials.map(({ id }) => normalizeBase64url(id)) : [pick]
  const found =
    candidates.length > 0
      ? candidates.map((id) => findCredential.get(id)).find((credential) => credential?.rpId === rpId)
      : [...findCredential.values()].findLast((credential) => credential.rpId === rpId)
  if (!found) throw new DOMException('This device has no matching passkey', 'NotAllowedError')
  return found
}
