import type { CheckoutRequest } from '@thumbturn/web/wallet'
import { callWallet } from '../backend.ts'
import { wallet } from '../session.ts'

/** Who opens a wallet or signs in without a passkey. */
export type Person = { email: string; password: string; name?: string }

/**
 * Gets the word of the wallet's backend by the password, and begins the flow that takes it: a passkey may then be
 * created on this device.
 * @throws ApiError 403: wrong password · 409: the address has a wallet
 */
export async function verifyIdentity({ email, password, name }: Person, errand?: CheckoutRequest): Promise<void> {
  const [path, body] = name ? ['/accounts', { email, password, name }] : ['/sign-in', { email, password }]
  const { token } = await callWallet<{ token: string }>({ method: 'POST', path: path as string, body: body as object })
  const { merchantTrustId, traceId } = errand ?? {}
  await wallet.beginFlow({ username: email, usernameType: 'email', displayName: name, merchantTrustId, traceId })
  await wallet.performAction('external', { payload: token })
}

/** Whether the flow under way waits for a passkey: after a cancelled dialog nobody types the password again. */
export const awaitsPasskey = () => wallet.getMfaSessionDetails()?.nextAction?.type === 'passkey:reg'

/** @throws PasskeyError when the ceremony ends without a passkey */
export const createPasskey = () => wallet.performAction('passkey:reg')
