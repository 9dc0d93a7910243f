import type { OpenId } from '../../core/ports/openid.ts'
import { parseNetworks } from '../egress/addresses.ts'

type OpenIdOptions = {
  /** Addresses and CIDR ranges that can be reached besides public ones. */
  networks: readonly string[]
  now: () => number
}

/** OpenID Connect, whose libraries are loaded when they are first used. */
export function createOpenId({ networks, now }: OpenIdOptions): OpenId {
  let loaded: Promise<OpenId> | undefined
  const load = () => {
    loaded ??= open({ networks, now })
    return loaded
  }
  return {
    check: async (client) => (await load()).check(client),
    createAuthorizationUrl: async (client, request) => (await load()).createAuthorizationUrl(client, request),
    redeemCode: async (client, response) => (await load()).redeemCode(client, response),
    verifyLogoutToken: async (client, token) => (await load()).verifyLogoutToken(client, token),
  }
}

async function open({ networks, now }: OpenIdOptions): Promise<OpenId> {
  const [{ createClient }, { openEgress }] = await Promise.all([import('./client.ts'), import('../egress/egress.ts')])
  return createClient({ egress: openEgress({ networks: parseNetworks(networks) }), now })
}
