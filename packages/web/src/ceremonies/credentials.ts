import { fromBase64url, toBase64url, toUrlAlphabet } from '../base64url.ts'
import { readOptional } from '../browser/tolerance.ts'
import { PasskeyError } from '../errors.ts'
import type {
  AssertionResult,
  CreationOptionsJSON,
  CreationResult,
  DescriptorJSON,
  RequestOptionsJSON,
} from '../types.ts'

/**
 * Creation options of the API in the form that browsers require, like PublicKeyCredential.parseCreationOptionsFromJSON(), which
 * some browsers lack. `user.id` is the text of a UUID, decoded as base64url.
 */
export function parseCreationOptionsFromJSON(json: CreationOptionsJSON): PublicKeyCredentialCreationOptions {
  const { challenge, user, excludeCredentials, ...options } = omitOdd(json)
  return {
    ...(options as object as PublicKeyCredentialCreationOptions),
    challenge: fromBase64url(challenge),
    user: { ...user, id: fromBase64url(user.id) },
    excludeCredentials: excludeCredentials?.map(parseDescriptor),
  }
}

/** Request options of the API in the form that browsers require, like PublicKeyCredential.parseRequestOptionsFromJSON(). */
export function parseRequestOptionsFromJSON(json: RequestOptionsJSON): PublicKeyCredentialRequestOptions {
  const { challenge, allowCredentials, ...options } = omitOdd(json)
  return {
    ...(options as object as PublicKeyCredentialRequestOptions),
    challenge: fromBase64url(challenge),
    allowCredentials: allowCredentials?.map(parseDescriptor),
  }
}

/**
 * Backends often write null for what is missing, which browsers would read as the text "null" or the number 0. Hints that are no
 * list would make them throw.
 */
const omitOdd = <Json extends object>(json: Json): Json =>
  JSON.parse(JSON.stringify(json), (name, value) =>
    name === 'hints' && !Array.isArray(value) ? undefined : (value ?? undefined),
  )

const parseDescriptor = ({ id, transports }: DescriptorJSON): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: fromBase64url(id),
  transports: transports as AuthenticatorTransport[] | undefined,
})

/**
 * A new credential in the form of the API (`creationResult`). Only the ID and what the authenticator signed are needed. What else
 * can't be read, or isn't what the API accepts, is left out.
 * @throws PasskeyError ERROR_PASSKEY_ABORTED without a credential
 */
export function toCreationResult(credential: Credential | null): CreationResult {
  const read = openCredential(credential)
  return {
    credentialId: readId(read),
    clientDataJSON: read(({ response }) => encode(response.clientDataJSON)) ?? '',
    attestationObject: read(({ response }) => encode(response.attestationObject)) ?? '',
    authenticatorData: read(({ response }) => encode(response.authenticatorData ?? response.getAuthenticatorData!())),
    publicKey: read(({ response }) => encode(response.publicKey ?? response.getPublicKey!())),
    publicKeyAlgorithm: read(({ response }) =>
      keepInteger(response.publicKeyAlgorithm ?? response.getPublicKeyAlgorithm!()),
    ),
    transports: read(({ response }) => keepTransports(response.transports ?? response.getTransports!())),
    clientExtensionResults: read((form) => keepFlags(readOutputs(form))) ?? {},
  }
}

/**
 * A signed challenge in the form of the API (`assertionResult`).
 * @throws PasskeyError ERROR_PASSKEY_ABORTED without a credential
 */
export function toAssertionResult(credential: Credential | null): AssertionResult {
  const read = openCredential(credential)
  return {
    credentialId: readId(read),
    clientDataJSON: read(({ response }) => encode(response.clientDataJSON)) ?? '',
    authenticatorData: read(({ response }) => encode(response.authenticatorData)) ?? '',
    signature: read(({ response }) => encode(response.signature)) ?? '',
    userHandle: read(({ response }) => encode(response.userHandle)),
  }
}

/** Bytes that an extension returned; undefined without any. */
export function readOutput(
  credential: Credential | null,
  choose: (outputs: AuthenticationExtensionsClientOutputs) => unknown,
): ArrayBuffer | undefined {
  return openCredential(credential)((form) => {
    const output = choose(readOutputs(form))
    return output instanceof ArrayBuffer ? output : fromBase64url(encode(output)!).buffer
  })
}

/** A credential as browsers return it, or its JSON form: the first has getters where the second has fields. */
interface Form {
  id?: unknown
  rawId?: unknown
  response: { [field: string]: unknown } & { [getter: `get${string}`]: () => unknown }
  clientExtensionResults?: AuthenticationExtensionsClientOutputs
  getClientExtensionResults?(): AuthenticationExtensionsClientOutputs
}

type Reader = <Value>(read: (form: Form) => Value | undefined) => Value | undefined

/** Reads a field of a credential, or else of its JSON form: managers offer one, both, or a part of them. */
function openCredential(credential: Credential | null): Reader {
  if (!credential) throw new PasskeyError('ERROR_PASSKEY_ABORTED')
  const form = credential as object as Form
  const json = readOptional(() => (credential as PublicKeyCredential).toJSON()) as Form | undefined
  return (read) => readOptional(() => read(form)) ?? readOptional(() => read(json!))
}

const readId = (read: Reader) => read(({ rawId }) => encode(rawId)) ?? read(({ id }) => encode(id)) ?? ''

const readOutputs = (form: Form) => form.clientExtensionResults ?? form.getClientExtensionResults!()

/** Base64url of bytes, or of a text that is base64 already; undefined for empty and other values. */
function encode(value: unknown): string | undefined {
  if (typeof value === 'string') return /^[\w+/-]+=*$/.test(value) ? toUrlAlphabet(value) : undefined
  return typeof value === 'object' && value ? toBase64url(value as ArrayBuffer) || undefined : undefined
}

const keepInteger = (value: unknown) => (Number.isInteger(value) ? (value as number) : undefined)

/** Transports as the API accepts them. */
const keepTransports = (value: unknown) =>
  Array.isArray(value)
    ? value.filter((name) => typeof name === 'string' && /^[!-~]{1,32}$/.test(name)).slice(0, 16)
    : undefined

/** Extensions whose output is an object in the API. */
const structured = ['credProps', 'largeBlob', 'prf']

const isFlag = ([, value]: [string, unknown]) => typeof value === 'boolean'

/** The flags that extensions returned. Nothing else is recorded, and the outputs of prf are secrets of the page. */
const keepFlags = (outputs: object) =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([name, output]) => {
      if (!structured.includes(name)) return isFlag([name, output]) ? [[name, output]] : []
      const flags = readOptional(() => Object.entries(output).filter(isFlag))
      return flags?.length ? [[name, Object.fromEntries(flags)]] : []
    }),
  )
