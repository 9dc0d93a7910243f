import { runAbortable } from '../ceremonies/ceremony.ts'
import type { Client } from '../client/client.ts'
import { callService } from '../client/http.ts'
import { readToken } from '../client/token.ts'
import type { OtpCode, OtpSendBody, OtpVerifyBody, TokenResponse } from '../client/wire.ts'
import type { TokenOption } from '../passkeys/passkeys.ts'
import type { SignedIn } from '../types.ts'
import type { UsernameType } from '../vocabulary.ts'
import { finishSignIn, storeSignIn } from './store-sign-in.ts'

/** A code to enter on another device. */
export interface OneTimeCode {
  code: string
  expiresAt: Date
}

/** How to send a code. */
export interface SendOtpOptions {
  method: 'email' | 'sms'
  usernameType?: UsernameType | undefined
}

/** The code that the user entered. */
export interface ValidateOtpOptions {
  code: string
  usernameType?: UsernameType | undefined
  /** Aborts the sign-in. */
  signal?: AbortSignal | undefined
}

/**
 * Creates a code for another device of the signed-in user: show it here, to be entered there.
 * @throws ApiError 401 if no user is signed in; 403 if the application has cross-device codes off
 */
export async function requestOtp(client: Client, options: TokenOption = {}): Promise<OneTimeCode> {
  const token = options.token ?? readToken(client)
  const { code, expiresAt } = await callService<OtpCode>(client, { path: '/auth/otp', token })
  return { code, expiresAt: new Date(expiresAt) }
}

/**
 * Sends a code to the user, if the account exists. The response is the same either way, so say "If this account exists,
 * we sent a code".
 */
export async function requestAndSendOtp(
  client: Client,
  username: string,
  { method, usernameType }: SendOtpOptions,
): Promise<void> {
  const body: OtpSendBody = { app: { id: client.appId }, user: { username, usernameType: usernameType ?? 'other' } }
  await callService(client, { path: `/auth/otp/${method}`, body })
}

/**
 * Signs a user in with a code. The token only allows creating a passkey on this device: call createPasskey next.
 * @throws ApiError 400 if the code is wrong, expired, or locked after too many attempts
 * @throws PasskeyError ERROR_PASSKEY_ABORTED if the signal ends it
 */
export async function validateOtp(
  client: Client,
  username: string,
  { code, usernameType, signal: outer }: ValidateOtpOptions,
): Promise<SignedIn> {
  const user = { username, usernameType: usernameType ?? 'other' }
  const body: OtpVerifyBody = { app: { id: client.appId }, authCode: code.replaceAll(/[\s-]/g, ''), user }
  const response = await runAbortable(outer, async ({ signal }) => {
    const verified = await callService<TokenResponse>(client, { path: '/auth/otp/verify', body, signal })
    return storeSignIn(client, verified, signal)
  })
  return finishSignIn(client, response, outer)
}
