import type { Eventual } from '../../after.ts'
import type { Core } from '../../core.ts'
import type { ProvenKeys, TrustItems } from '../../ports/trust-verifier.ts'

/**
 * Verifies trust items. An invalid item counts as an unknown device, not as an error. A browser can have several keys.
 */
export const verifyTrustItems = (core: Pick<Core, 'trust'>, items: TrustItems = {}): Eventual<ProvenKeys> =>
  items.auth === undefined && items.wallet === undefined && items.merchant === undefined
    ? noKeys
    : verifySome(core, items)

const noKeys: ProvenKeys = { auth: undefined, wallet: undefined, merchant: undefined }

async function verifySome({ trust }: Pick<Core, 'trust'>, items: TrustItems): Promise<ProvenKeys> {
  const computeThumbprint = (item: string | undefined) =>
    item === undefined ? undefined : trust.computeThumbprint(item)
  const [auth, wallet, merchant] = await Promise.all(
    [items.auth, items.wallet, items.merchant].map(async (item) => computeThumbprint(item)),
  )
  return { auth, wallet, merchant }
}

/** The distinct thumbprints. */
export const listThumbprints = ({ auth, wallet, merchant }: ProvenKeys): string[] => [
  ...new Set([auth, wallet, merchant].filter((thumbprint) => thumbprint !== undefined)),
]
