import type { ClientProofs } from '../../core/ports/client-proofs.ts'
import { parseNetworks } from '../egress/addresses.ts'

type ClientProofOptions = {
  /** Addresses and CIDR ranges that can be reached besides public ones. */
  networks: readonly string[]
  now: () => number
  monotonic: () => number
}

/** Verifies what clients sign by libraries that are loaded when they are first used. */
export function createClientProofs(options: ClientProofOptions): ClientProofs {
  let loaded: Promise<ClientProofs> | undefined
  const load = () => {
    loaded ??= open(options)
    return loaded
  }
  return {
    verifyClientAssertion: async (request) => (await load()).verifyClientAssertion(request),
    verifyDpopProof: async (request) => (await load()).verifyDpopProof(request),
  }
}

async function open({ networks, now, monotonic }: ClientProofOptions): Promise<ClientProofs> {
  const [{ verifyClientAssertion }, { verifyDpopProof }, { createClientKeys }, { openEgress }] = await Promise.all([
    import('./assertions.ts'),
    import('./dpop.ts'),
    import('./keys.ts'),
    import('../egress/egress.ts'),
  ])
  const findKeys = createClientKeys({ egress: openEgress({ networks: parseNetworks(networks) }), monotonic })
  return {
    verifyClientAssertion: (request) => verifyClientAssertion({ findKeys, now }, request),
    verifyDpopProof: (request) => verifyDpopProof({ now }, request),
  }
}
