import type { CreationOptionsJSON, PasskeyHint, RequestOptionsJSON } from '@thumbturn/web/core'

/** A credential in the JSON form of WebAuthn Level 3 §5.1, as plugins return it; bytes in base64url or base64. */
export interface CredentialJSON {
  id: string
  rawId?: string | undefined
  response: object
  clientExtensionResults?: object | undefined
}

/** How to ask for a new passkey. */
export interface CreationRequest {
  /** Without a dialog, right after another kind of sign-in. */
  conditionalCreate: boolean
  /** Aborts if the result is no longer needed. */
  signal: AbortSignal
}

/** How to ask for a signature. */
export interface GetRequest {
  /** Only with a passkey of this device; rejects at once if there is none. */
  immediate: boolean
  /** Aborts if the result is no longer needed. */
  signal: AbortSignal
}

/** Options for a new passkey, with what the service adds to the standard's JSON. */
export type PromptCreationOptions = CreationOptionsJSON & { hints?: PasskeyHint[] | undefined }

/** Options for a signature, likewise. */
export type PromptRequestOptions = RequestOptionsJSON & {
  rpId?: string | undefined
  timeout?: number | undefined
  hints?: PasskeyHint[] | undefined
}

/** Names of signals (WebAuthn Level 3 §5.1.10). */
export type SignalName = 'signalAllAcceptedCredentials' | 'signalUnknownCredential' | 'signalCurrentUserDetails'

/** The system's dialog for passkeys. Rejections are explained by their type, code, or message. */
export interface PasskeyPrompt {
  create(options: PromptCreationOptions, request: CreationRequest): Promise<CredentialJSON | null>
  get(options: PromptRequestOptions, request: GetRequest): Promise<CredentialJSON | null>
  /** Keeps the system's list of passkeys in step with the service. */
  signal?(name: SignalName, details: object): Promise<void> | undefined
  /** Whether `immediate` and `conditionalCreate` are followed; neither by default. */
  readonly abilities?: { immediate?: boolean; conditionalCreate?: boolean } | undefined
}
