import type { SuiteClient } from './clients.ts'
import type { Recorder } from './recorder.ts'

export type IssuedTokens = {
  access_token: string
  refresh_token?: string | undefined
  id_token?: string | undefined
  scope?: string | undefined
}

type Parameters = Record<string, string>

/** A sign-in that has started. */
export type SignIn = {
  address: URL
  /**
   * Exchanges the code in the address that the browser was led to, and verifies everything that a client has to: `state`, `iss`, and the
   * ID token with signature, audience, nonce, and times.
   */
  complete(callback: URL): Promise<IssuedTokens>
}

/** One client of a provider, as a library makes it. */
export type RelyingParty = {
  /** `wrongVerifier`: the exchange sends another code verifier. */
  startSignIn(parameters?: Parameters, options?: { wrongVerifier?: boolean }): Promise<SignIn>
  refresh(refreshToken: string, parameters?: Parameters): Promise<IssuedTokens>
  /** Requests a token for itself (RFC 6749 §4.4). */
  requestMachineToken(parameters?: Parameters): Promise<IssuedTokens>
  readUserinfo(accessToken: string, sub: string): Promise<Record<string, unknown>>
  introspect(token: string): Promise<Record<string, unknown>>
  revoke(token: string): Promise<void>
  createSignOutAddress(parameters: Parameters): URL
}

/** A client of a provider, and what it is connected with. */
export type Connection = {
  issuer: string
  client: SuiteClient
  /** Another secret than the client has. */
  secret?: string
  recorder: Recorder
}

/** Reads the metadata of the provider, and returns the client. */
export type Connect = (connection: Connection) => Promise<RelyingParty>
