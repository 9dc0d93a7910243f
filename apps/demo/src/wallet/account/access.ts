import type { CheckoutRequest } from '@thumbturn/web/wallet'
import { callWallet } from '../backend.ts'
import { wallet } from '../session.ts'

/** A user who opens a wallet or signs in without a passkey. */
export type AccountInput = { email: string; password: string; name?: string }

/**
 * Gets a backend assertion for the password and starts the flow that accepts it. The user can then create a passkey on
 * this device.
 * @throws ApiError 403 for a wrong password · 409 if the address has a wallet
 */
export async function verifyIdentity(
  { email, password, name }: AccountInput,
  checkout?: CheckoutRequest,
): Promise<void> {
  const [path, body] = name ? ['/accounts', { email, password, name }] : ['/sign-in', { email, password }]
  const { token } = await callWallet<{ token: string }>({ method: 'POST', path: path as string, body: body as object })
  const { merchantTrustId, traceId } = checkout ?? {}
  await wallet.beginFlow({
    username: email,
    usernameType: 'email',
    displayName: name,
    payment: true,
    merchantTrustId,
    traceId,
  })
  await wallet.performAction('external', { payload: token })
}

/** Whether the flow in progress waits for a passkey, so that a canceled dialog doesn't require the password again. */
export const isWaitingForPasskey = () => wallet.getMfaSessionDetails()?.nextAction?.type === 'passkey:reg'

/** @throws PasskeyError if the ceremony ends without a passkey */
export const createPasskey = (signal: AbortSignal) => wallet.performAction('passkey:reg', { signal })
