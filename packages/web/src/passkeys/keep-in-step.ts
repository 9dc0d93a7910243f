import { readOptional, waitBriefly } from '../browser/tolerance.ts'
import type { Client } from '../client/client.ts'
import { callService } from '../client/http.ts'
import { decodeToken } from '../client/token.ts'
import { watchRegistrations } from './registrations.ts'

type Signals = ReturnType<typeof import('./signals.ts')['createSignals']>

/** Longest that the part of the SDK that sends signals is waited for, with all that it does, in milliseconds. */
const patienceMs = 3000

/** Truthy if the browser accepts lists of accepted passkeys. Those that do have the other signals, too. */
export const canSignal = (_client?: Client): unknown =>
  readOptional(() => (PublicKeyCredential as { signalAllAcceptedCredentials?: unknown }).signalAllAcceptedCredentials)

/**
 * The functions that the part of the SDK that sends signals shares with this one. It imports nothing, so both stay
 * small.
 */
const tools = { callService, decodeToken, waitBriefly, watchRegistrations }

/** Sends signals if the browser has them. Never fails: no call depends on it. */
export async function signal(_client: Client, send: (signals: Signals) => Promise<unknown>): Promise<void> {
  if (!canSignal()) return
  await waitBriefly(() => import('./signals.ts').then(({ createSignals }) => send(createSignals(tools))), patienceMs)
}
