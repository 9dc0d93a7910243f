import type { Core } from '../../core.ts'
import type { ProvenKeys, TrustItems } from '../../ports/trust-verifier.ts'

/** An item that proves nothing is an unknown device, never an error. One browser may have several keys. */
export async function proveKeys({ trust }: Pick<Core, 'trust'>, items: TrustItems = {}): Promise<ProvenKeys> {
  const computeThumbprint = (item: string | undefined) =>
    item === undefined ? undefined : trust.computeThumbprint(item)
  const [auth, wallet, merchant] = await Promise.all(
    [items.auth, items.wallet, items.merchant].map(async (item) => computeThumbprint(item)),
  )
  return { auth, wallet, merchant }
}

/** Each thumbprint once. */
export const distinctKeys = ({ auth, wallet, merchant }: ProvenKeys): string[] => [
  ...new Set([auth, wallet, merchant].filter((thumbprint) => thumbprint !== undefined)),
]
