// #region call
import { createPrivateKey, randomUUID, sign } from 'node:crypto'

const baseUrl = process.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo'
const clientId = process.env.THUMBTURN_CLIENT ?? 'demo'
const privateKey = createPrivateKey(process.env.THUMBTURN_CLIENT_KEY ?? '')

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token for one call within five minutes. `about`: its user, if known. */
export function createServiceToken(scope: string, about: { username?: string; payload_hash?: string } = {}): string {
  const claims = { client_id: clientId, scope, nonce: randomUUID(), iat: Math.floor(Date.now() / 1000), ...about }
  const text = `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

/** A first-generation call; without a scope, it has no token. */
export async function call<T>(path: string, body: object, scope?: string): Promise<T> {
  const authorization = scope && { Authorization: `Bearer ${createServiceToken(scope)}` }
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...authorization },
    body: JSON.stringify({ client_id: clientId, ...body }),
  })
  const said = (await response.json()) as T & { code: string; message: string }
  if (!response.ok) throw new Error(`${said.code}: ${said.message}`)
  return said
}
// #endregion

type SignedIn = { jwt: string; user: { id: string; username: string } }

// #region passwords
export const signUp = (username: string, password: string) =>
  call<SignedIn>('/register/password', { username, password, password_confirmation: password }, 'auth.register')

export const signIn = (username: string, password: string) =>
  call<SignedIn>('/authenticate/password', { username, password }, 'auth.login')

export const createRecoveryCode = (username: string) =>
  call<{ code: string }>('/credentials/recovery-code', { username }, 'credentials.add_recovery')

export const recover = (username: string, code: string, password: string) =>
  call<SignedIn>(
    '/credentials/password/recover',
    { username, authentication_code: { code, type: 'recovery' }, password, password_confirmation: password },
    'credentials.replace',
  )
// #endregion

// #region totp
/** Show `otpauth_uri` as a QR code. The app is active once the user has entered a code. */
export const addApp = (username: string) =>
  call<{ credential_uuid: string; otpauth_uri: string; secret: string }>(
    '/credentials/totp/init/force',
    { username },
    'credentials.force_add',
  )

export const confirmApp = (username: string, credential_uuid: string, otp: string) =>
  call<SignedIn>('/credentials/totp/complete', { username, credential_uuid, otp })

export const signInByApp = (username: string, otp: string) =>
  call<SignedIn>('/authenticate/totp', { username, otp }, 'auth.login')
// #endregion

// #region codes
/** On the device where the user is signed in. Your backend authorizes the code in advance. */
export const createCode = (username: string) =>
  call<{ code: string; expires_at: string }>(
    '/codes/short/generate',
    { username, purpose: 'temporary_authentication', authorize: true },
    'codes.generate',
  )

/** On the other device. Waits up to three minutes for a code that isn't authorized yet. */
export const signInByCode = (username: string, code: string) =>
  call<SignedIn>(
    '/authenticate/code/wait',
    { username, authentication_code: { code, type: 'short' } },
    'auth.temporary',
  )
// #endregion

// #region link
/** Sends a link to the application's page. `credential_uuid`: the email address added before. */
export const sendLink = (username: string, credential_uuid: string) =>
  call('/authenticate/email/init', { username, credential_uuid, via_link: true }, 'auth.temporary')
// #endregion
