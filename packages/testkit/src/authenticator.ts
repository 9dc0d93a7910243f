import { randomBytes } from 'node:crypto'
import { checkRpId, normalized, sha256, toBase64url } from './ceremony.ts'
import type {
  AssertionOptions,
  AssertionOverrides,
  AssertionResult,
  CreationOverrides,
  CreationResult,
  RegistrationRequestOptions,
} from './json.ts'
import { type Algorithm, firstKnown, generateKey } from './keys.ts'
import { assertionResult, creationResult } from './results.ts'
import type { AuthenticatorSettings, HeldCredential } from './settings.ts'

/** An authenticator and the browser in front of it, without either. */
export interface SoftwareAuthenticator {
  /** Registers, as navigator.credentials.create does. Throws InvalidStateError, NotSupportedError or SecurityError. */
  create(options: RegistrationRequestOptions, overrides?: CreationOverrides): CreationResult
  /** Signs in, as navigator.credentials.get does. Throws NotAllowedError where it has no fitting credential. */
  get(options: AssertionOptions, overrides?: AssertionOverrides): AssertionResult
  /** Removes a credential, as a person does in the settings of a phone. */
  forget(credentialId: string): void
  /** The credential with this id, if the device has it. */
  held(credentialId: string): HeldCredential | undefined
  readonly credentials: readonly HeldCredential[]
}

/** Makes an empty device. It keeps every credential it ever made, also several of one user. */
export function softwareAuthenticator(settings: AuthenticatorSettings): SoftwareAuthenticator {
  const held = new Map<string, HeldCredential>()
  const rpIdHashes = new Map<string, Buffer>()

  const hashRpId = (rpId: string): Buffer => {
    const known = rpIdHashes.get(rpId) ?? sha256(rpId)
    rpIdHashes.set(rpId, known)
    return known
  }

  return {
    create: (options, overrides = {}) => {
      const credential = newCredential(settings, held, options)
      held.set(credential.id, credential)
      return creationResult({ settings, credential, hashRpId, options, overrides })
    },
    get: (options, overrides = {}) => {
      const rpId = options.rpId ?? new URL(settings.origin).hostname
      checkRpId(rpId, settings.origin)
      const credential = chosen(held, { ...options, rpId }, overrides.pick)
      if (settings.counter === 'counting') credential.signCount++
      return assertionResult({ settings, credential, hashRpId, options, overrides })
    },
    forget: (credentialId) => void held.delete(credentialId),
    held: (credentialId) => held.get(credentialId),
    get credentials() {
      return [...held.values()]
    },
  }
}

function newCredential(
  settings: AuthenticatorSettings,
  held: ReadonlyMap<string, HeldCredential>,
  { rp, user, pubKeyCredParams, excludeCredentials = [] }: RegistrationRequestOptions,
): HeldCredential {
  const rpId = rp.id ?? new URL(settings.origin).hostname
  checkRpId(rpId, settings.origin)
  if (excludeCredentials.some(({ id }) => held.get(normalized(id))?.rpId === rpId)) {
    throw new DOMException('This device already holds a passkey of this account', 'InvalidStateError')
  }
  const key = generateKey(agreedAlgorithm(pubKeyCredParams, settings.algorithm))
  const id = toBase64url((settings.random ?? randomBytes)(32))
  return { id, rpId, userId: normalized(user.id), userName: user.name, key, signCount: 0 }
}

function agreedAlgorithm(params: RegistrationRequestOptions['pubKeyCredParams'], only?: Algorithm): Algorithm {
  // An empty list means these two (WebAuthn section 5.1.3, step 10).
  const offered = params.length > 0 ? params.map(({ alg }) => alg) : [-7, -257]
  const agreed = only === undefined ? firstKnown(offered) : offered.includes(only) ? only : undefined
  if (agreed === undefined) {
    throw new DOMException(`None of the algorithms ${offered} is supported`, 'NotSupportedError')
  }
  return agreed
}

function chosen(
  held: ReadonlyMap<string, HeldCredential>,
  { rpId, allowCredentials = [] }: AssertionOptions,
  pick?: string,
): HeldCredential {
  const candidates = pick === undefined ? allowCredentials.map(({ id }) => normalized(id)) : [pick]
  const found =
    candidates.length > 0
      ? candidates.map((id) => held.get(id)).find((credential) => credential?.rpId === rpId)
      : [...held.values()].findLast((credential) => credential.rpId === rpId)
  if (!found) throw new DOMException('This device holds no fitting passkey', 'NotAllowedError')
  return found
}
