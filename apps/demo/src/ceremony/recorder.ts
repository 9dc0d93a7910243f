import { useSyncExternalStore } from 'react'
import { type Ceremony, inspectCeremony } from './ceremony.ts'
import type { CeremonyOptions, CeremonyResponse } from './exchange.ts'
import { rememberKey } from './signature.ts'

type Init = {
  session: string
  assertionOptions?: { challenge: string; rpId: string; userVerification: string }
  registrationRequestOptions?: {
    challenge: string
    rp: { id: string }
    pubKeyCredParams: { alg: number }[]
    authenticatorSelection: { userVerification?: string }
  }
}

type Complete = { session: string; assertionResult?: CeremonyResponse; creationResult?: CeremonyResponse }

const pendingOptions = new Map<string, CeremonyOptions>()
const listeners = new Set<() => void>()
let last: Ceremony | undefined
let lastRpId: string | undefined

/**
 * Records the SDK's calls, so that the page can show the transmitted data. Only for the demo: applications don't need
 * this.
 */
export function listenToCeremonies(baseUrl: string): void {
  const send = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const response = await send(input, init)
    const url = String(input)
    const ours = response.ok && url.startsWith(`${baseUrl}/fido2/v2/`)
    // Sign-in must work even if this page can't record it.
    if (ours) await recordExchange(url, String(init?.body), response.clone()).catch(() => {})
    return response
  }
}

async function recordExchange(url: string, body: string, response: Response): Promise<void> {
  if (/\/(reg|auth)\/init$/.test(url)) return recordOptions(await response.json())
  if (!/\/(reg|auth)\/complete$/.test(url)) return
  const { session, assertionResult, creationResult } = JSON.parse(body) as Complete
  const answered = assertionResult ?? creationResult
  const started = pendingOptions.get(session)
  if (!answered || !started) return
  if (creationResult) rememberKey(creationResult)
  const kind = creationResult ? 'registration' : 'authentication'
  last = await inspectCeremony({ kind, asked: started, answered, send: { url, body } })
  for (const listener of listeners) listener()
}

function recordOptions({ session, assertionOptions, registrationRequestOptions: creation }: Init): void {
  if (assertionOptions) pendingOptions.set(session, assertionOptions)
  if (creation) {
    const { challenge, rp, pubKeyCredParams, authenticatorSelection } = creation
    const userVerification = authenticatorSelection.userVerification ?? 'preferred'
    pendingOptions.set(session, {
      challenge,
      rpId: rp.id,
      userVerification,
      algorithms: pubKeyCredParams.map(({ alg }) => alg),
    })
  }
  lastRpId = pendingOptions.get(session)?.rpId
}

/** The RP ID of the last ceremony; undefined before the first. */
export const readLastRpId = (): string | undefined => lastRpId

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The last accepted ceremony; undefined after a reload, because nothing is stored. */
export function useCeremony(): Ceremony | undefined {
  return useSyncExternalStore(subscribe, () => last)
}
