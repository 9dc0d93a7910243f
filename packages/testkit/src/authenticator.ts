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
import { type Algorithm, type CredentialKey, firstKnown, generateKey } from './keys.ts'
import { assertionResult, creationResult } from './results.ts'

/** How the device behaves; everything but the origin has a default. */
export interface AuthenticatorSettings {
  /** The origin of the page that the device pretends to be used from. */
  origin: string
  /** The only algorithm it offers; left out, it takes the first one of the options that it knows. */
  algorithm?: Algorithm
  /** UUID text; left out, all zeros. */
  aaguid?: string
  /** May its keys be synced (BE flag)? Default false. */
  backupEligible?: boolean
  /** Are they synced now (BS flag)? Default false. */
  backedUp?: boolean
  /** Does it verify its user (UV flag)? Default true; with false it answers all the same, so that servers can refuse. */
  userVerified?: boolean
  /** Always zero, as synced passkeys do (default), or one more at each use of a credential. */
  counter?: 'zero' | 'counting'
  /** Default none. */
  attestation?: 'none' | 'packed-self'
  transports?: string[]
  /** Where credential ids come from; keys are always random. */
  random?: (bytes: number) => Buffer
}

/** One credential on the device. */
export interface HeldCredential {
  /** Base64url, 32 bytes. */
  id: string
  rpId: string
  /** Base64url of user.id, which for a UUID text is that text. */
  userId: string
  userName: string
  key: CredentialKey
  signCount: number
}

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

  const hashOf = (rpId: string): Buffer => {
    const known = rpIdHashes.get(rpId) ?? sha256(rpId)
    rpIdHashes.set(rpId, known)
    return known
  }

  return {
    create: (options, overrides = {}) => {
      const credential = newCredential(settings, held, options)
      held.set(credential.id, credential)
      return creationResult({ settings, credential, hashOf, options, overrides })
    },
    get: (options, overrides = {}) => {
      const rpId = options.rpId ?? new URL(settings.origin).hostname
      checkRpId(rpId, settings.origin)
      const credential = chosen(held, { ...options, rpId }, overrides.pick)
      if (settings.counter === 'counting') credential.signCount++
      return assertionResult({ settings, credential, hashOf, options, overrides })
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
