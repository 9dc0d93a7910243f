import type { LogoutReceivers } from '../core/ports/logout-receivers.ts'
import { parseNetworks } from './egress/addresses.ts'
import type { Egress } from './egress/egress.ts'

/** Of a response, only the status counts. */
const limits = { totalMs: 5_000, bytes: 1_024 }

/** Reaches clients by the rules for every address that a member chose, whose code is loaded when it is first used. */
export function createLogoutReceivers({ networks }: { networks: readonly string[] }): LogoutReceivers {
  let opened: Promise<Egress> | undefined
  const open = () => {
    opened ??= import('./egress/egress.ts').then(({ openEgress }) =>
      openEgress({ networks: parseNetworks(networks), limits }),
    )
    return opened
  }
  return {
    async send(uri, logoutToken, signal) {
      const egress = await open()
      return (await egress.call(toCall(uri, logoutToken), signal)).status
    },
  }
}

const toCall = (uri: string, logoutToken: string) => ({
  method: 'POST' as const,
  url: new URL(uri),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ logout_token: logoutToken }).toString(),
})
