import type { OpenId } from '../../core/ports/openid.ts'
import { parseNetworks } from '../egress/addresses.ts'

type OpenIdOptions = {
  /** Addresses and CIDR ranges that can be reached besides public ones. */
  networks: readonly string[]
  now: () => number
  monotonic: () => number
}

/** Keys and claims of large organizations fill more than other responses. */
const limits = { totalMs: 10_000, bytes: 256 * 1024 }

/** OpenID Connect, whose libraries are loaded when they are first used. */
export function createOpenId(options: OpenIdOptions): OpenId {
  let loaded: Promise<OpenId> | undefined
  const load = () => {
    loaded ??= open(options)
    return loaded
  }
  return {
    check: async (client) => (await load()).check(client),
    createAuthorizationUrl: async (client, request) => (await load()).createAuthorizationUrl(client, request),
    redeemCode: async (client, response) => (await load()).redeemCode(client, response),
    verifyLogoutToken: async (client, token) => (await load()).verifyLogoutToken(client, token),
  }
}

async function open({ networks, ...clocks }: OpenIdOptions): Promise<OpenId> {
  const [{ createClient }, { openEgress }] = await Promise.all([import('./client.ts'), import('../egress/egress.ts')])
  return createClient({ egress: openEgress({ networks: parseNetworks(networks), limits }), ...clocks })
}
