const toReadinessKey = (wallet: string) => `thumbturn_wallet-ready_${new URL(wallet).origin}`

/**
 * Whether a payment with this wallet worked in this browser before, to choose the label of a button. The wallet decides
 * again for every payment.
 */
export function isWalletReady(wallet: string): boolean {
  try {
    return localStorage.getItem(toReadinessKey(wallet)) === 'true'
  } catch {
    return false
  }
}

/** Storage can be blocked, which must not stop a checkout. */
export function rememberReadiness(wallet: string, isReady: boolean): void {
  try {
    if (isReady) localStorage.setItem(toReadinessKey(wallet), 'true')
    else localStorage.removeItem(toReadinessKey(wallet))
  } catch {}
}
