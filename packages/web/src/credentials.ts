import { fromBase64url, toBase64url } from './base64url.ts'
import type { AssertionResult, CreationResult } from './wire.ts'

/** Creation options in the form that browsers require. `user.id` is the text of a UUID, decoded as base64url. */
export function parseCreationOptions(json: PublicKeyCredentialCreationOptionsJSON): PublicKeyCredentialCreationOptions {
  const { user } = json
  return {
    ...(json as object as PublicKeyCredentialCreationOptions),
    challenge: fromBase64url(json.challenge),
    user: { ...user, id: fromBase64url(user.id) },
    excludeCredentials: json.excludeCredentials?.map(parseDescriptor),
  }
}

/** Request options in the form that browsers require. */
export function parseRequestOptions(json: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  return {
    ...(json as object as PublicKeyCredentialRequestOptions),
    challenge: fromBase64url(json.challenge),
    allowCredentials: json.allowCredentials?.map(parseDescriptor),
  }
}

function parseDescriptor({ id, transports }: PublicKeyCredentialDescriptorJSON): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: fromBase64url(id), transports: transports as AuthenticatorTransport[] | undefined }
}

/**
 * A new credential in the form of the API. The getters are optional because password managers replace the response
 * object.
 */
export function toCreationResult(credential: PublicKeyCredential): CreationResult {
  const response = credential.response as Partial<AuthenticatorAttestationResponse>
  const { prf, ...results } = credential.getClientExtensionResults?.() ?? {}
  return {
    clientDataJSON: toBase64url(response.clientDataJSON!),
    attestationObject: toBase64url(response.attestationObject!),
    credentialId: toBase64url(credential.rawId),
    authenticatorData: encodeOptional(response.getAuthenticatorData?.()),
    publicKey: encodeOptional(response.getPublicKey?.()),
    publicKeyAlgorithm: response.getPublicKeyAlgorithm?.(),
    transports: response.getTransports?.(),
    // Outputs of prf are secrets of the page.
    clientExtensionResults: { ...results, prf: prf && { enabled: prf.enabled } },
  }
}

/** A signed challenge in the form of the API. */
export function toAssertionResult(credential: PublicKeyCredential): AssertionResult {
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    clientDataJSON: toBase64url(response.clientDataJSON),
    authenticatorData: toBase64url(response.authenticatorData),
    credentialId: toBase64url(credential.rawId),
    signature: toBase64url(response.signature),
    userHandle: encodeOptional(response.userHandle),
  }
}

/** Undefined for absent and empty bytes, so that JSON omits the field. */
function encodeOptional(bytes: ArrayBuffer | null | undefined): string | undefined {
  return bytes?.byteLength ? toBase64url(bytes) : undefined
}
