import type { Client } from './client.ts'
import { callService } from './http.ts'
import type { TokenOption } from './passkeys.ts'
import { keepSignedIn } from './signed-in.ts'
import { storedToken } from './token.ts'
import type { SignedIn, UsernameType } from './types.ts'
import type { OtpCode, OtpSendBody, OtpVerifyBody, TokenResponse } from './wire.ts'

/** A code to be typed in on another device. */
export interface OneTimeCode {
  code: string
  expiresAt: Date
}

/** How a code travels. */
export interface SendOtpOptions {
  method: 'email' | 'sms'
  usernameType?: UsernameType | undefined
}

/** What the user typed. */
export interface ValidateOtpOptions {
  code: string
  usernameType?: UsernameType | undefined
}

/**
 * A code for another device of the signed-in user: show it here, type it in there.
 * @throws ApiError 401 when no user is signed in, 403 when the application offers no such codes
 */
export async function requestOtp(client: Client, options: TokenOption = {}): Promise<OneTimeCode> {
  const token = options.token ?? storedToken(client)
  const { code, expiresAt } = await callService<OtpCode>(client, { path: '/auth/otp', token })
  return { code, expiresAt: new Date(expiresAt) }
}

/**
 * Asks the service to send a code. It never tells whether the user exists, so say "if there is an account, a code is
 * under way".
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
 * Signs a user in by a code, just far enough to create a passkey on this device: call createPasskey next.
 * @throws ApiError 400 when the code is wrong, expired, or was tried too often
 */
export async function validateOtp(
  client: Client,
  username: string,
  { code, usernameType }: ValidateOtpOptions,
): Promise<SignedIn> {
  const user = { username, usernameType: usernameType ?? 'other' }
  const body: OtpVerifyBody = { app: { id: client.appId }, authCode: code.replaceAll(/[\s-]/g, ''), user }
  return keepSignedIn(client, await callService<TokenResponse>(client, { path: '/auth/otp/verify', body }))
}
