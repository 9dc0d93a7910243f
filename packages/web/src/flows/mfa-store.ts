import type { Client } from '../client/client.ts'
import type { MfaNext } from '../client/wire.ts'

/** The state needed to continue a flow. The session is empty once the flow is complete. */
export type StoredFlow = Pick<MfaNext, 'flow' | 'session' | 'next'> & { username: string }

const toSessionKey = ({ appId }: Client) => `thumbturn_${appId}_mfa-session`

/** Used when storage is blocked; lasts until the page is closed. */
const memory = new Map<string, StoredFlow>()

/** The flow of this tab. Each tab has its own, and closing the tab deletes it. */
export const mfaStore = {
  read(client: Client): StoredFlow | undefined {
    try {
      const text = sessionStorage.getItem(toSessionKey(client))
      if (text) return JSON.parse(text)
    } catch {}
    return memory.get(toSessionKey(client))
  },
  write(client: Client, flow: StoredFlow): void {
    memory.set(toSessionKey(client), flow)
    try {
      sessionStorage.setItem(toSessionKey(client), JSON.stringify(flow))
    } catch {}
  },
  clear(client: Client): void {
    memory.delete(toSessionKey(client))
    try {
      sessionStorage.removeItem(toSessionKey(client))
    } catch {}
  },
}
