import type { Client } from './client.ts'
import type { MfaNext } from './wire.ts'

/** What a page needs to go on with a flow; an empty session is that of a completed one. */
export type KeptFlow = Pick<MfaNext, 'flow' | 'session' | 'next'> & { username: string }

const toSessionKey = ({ appId }: Client) => `thumbturn_${appId}_mfa-session`

/** What blocked storage cannot keep stays with the page. */
const here = new Map<string, KeptFlow>()

/** Keeps the flow of this tab: another tab has one of its own, and closing the tab forgets it. */
export const mfaStore = {
  read(client: Client): KeptFlow | undefined {
    try {
      const text = sessionStorage.getItem(toSessionKey(client))
      if (text) return JSON.parse(text)
    } catch {}
    return here.get(toSessionKey(client))
  },
  write(client: Client, flow: KeptFlow): void {
    here.set(toSessionKey(client), flow)
    try {
      sessionStorage.setItem(toSessionKey(client), JSON.stringify(flow))
    } catch {}
  },
  clear(client: Client): void {
    here.delete(toSessionKey(client))
    try {
      sessionStorage.removeItem(toSessionKey(client))
    } catch {}
  },
}
