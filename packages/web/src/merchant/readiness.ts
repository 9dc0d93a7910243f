const toReadinessKey = (wallet: string) => `thumbturn_wallet-ready_${new URL(wallet).origin}`

/**
 * Whether this browser has paid here by that wallet before, so that one touch will probably do: for the words on a button.
 * Only the wallet decides.
 */
export function isWalletReady(wallet: string): boolean {
  try {
    return localStorage.getItem(toReadinessKey(wallet)) === 'true'
  } catch {
    return false
  }
}

/** Remembers it. Storage may be forbidden, which must not stop a checkout. */
export function rememberReadiness(wallet: string, isReady: boolean): void {
  try {
    if (isReady) localStorage.setItem(toReadinessKey(wallet), 'true')
    else localStorage.removeItem(toReadinessKey(wallet))
  } catch {}
}
