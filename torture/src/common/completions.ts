import type { Answer, Caller } from '@thumbturn/service-harness/service.ts'
import type { Count } from './certainty.ts'
import { attempt, type CallResult, type Completion, type Field, type Send, settle } from './client.ts'

/** Something that takes effect once, by a request that the helpers of the tests send. */
export type Effect = {
  what: string
  count: Count
  send: Send
  /** How long the request can succeed; then, a rejection doesn't say whether an earlier attempt did. */
  lifetimeMs?: number
}

/** Whether a request had the effect that it was sent for: at a protected site, this is a cookie. */
export const hasSucceeded = ({ status, headers }: Answer): boolean =>
  status < 300 || headers['set-cookie'] !== undefined

/**
 * Brings something about. If the first response didn't arrive, the request is repeated: it succeeds if the first had no effect, and is
 * rejected if it had, so that exactly one took effect. Undefined if the first was rejected, or nothing is known.
 */
export async function takeEffect(field: Field, effect: Effect): Promise<CallResult | undefined> {
  const { what, count, send, lifetimeMs = Number.POSITIVE_INFINITY } = effect
  const begun = performance.now()
  count.unknown++
  const service = createSettler(field)
  const response = await send(service)
  if (!hasSucceeded(response) && service.attempts > 1 && performance.now() - begun > lifetimeMs) return undefined
  count.unknown--
  if (!hasSucceeded(response) && service.attempts === 1) return reject(field, what, response.text)
  count.acknowledged++
  return { response, attempts: service.attempts }
}

/** The same for a request that must not succeed again. */
export async function complete(field: Field, effect: Effect): Promise<CallResult | undefined> {
  const settled = await takeEffect(field, effect)
  if (settled) remember(field, effect)
  return settled
}

/** The nodes as one service, to which a call is repeated until its effect is known. `attempts`: of the last call. */
export function createSettler(field: Field): Caller & { attempts: number } {
  const settler = {
    attempts: 0,
    async ask(method: string, path: string, given: Parameters<Caller['ask']>[2] = {}) {
      const { response, attempts } = await settle(field, method, { ...given, path })
      settler.attempts = attempts
      return response
    },
  }
  return settler
}

export function reject(field: Field, what: string, text: string): undefined {
  field.violations.push(`the ${what} was rejected: ${text}`)
}

/** How many completions are repeated in a round. */
const mostCompletions = 96

export function remember(field: Field, { what, send, note }: Completion): void {
  field.completions.push({ what, send, note })
  if (field.completions.length > mostCompletions) field.completions.shift()
}

/** Sends every remembered completion again. Each must be rejected. */
export async function repeatCompletions(field: Field): Promise<number> {
  const repeated = field.completions.splice(0)
  for (const { what, send, note } of repeated) {
    const response = await repeat(field, send)
    if (response && hasSucceeded(response)) field.violations.push(`the ${what} succeeded again`)
    note?.(response)
  }
  return repeated.length
}

async function repeat(field: Field, send: Send): Promise<Answer | undefined> {
  let response: Answer | undefined
  await send({
    async ask(method, path, given) {
      response = await attempt(field, method, { ...given, path })
      return response ?? { status: 0, headers: {}, text: '', body: undefined }
    },
  })
  return response
}
