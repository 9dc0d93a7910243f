import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Ask, Caller } from '@thumbturn/service-harness/service.ts'
import { call } from './call.ts'
import type { Node } from './nodes.ts'
import type { Random } from './random.ts'
import type { RelyingParties } from './relying-parties.ts'

export const api = '/apps/demo/fido2/v2'

/** How the responses were distributed, by status; calls without a response are `none`. */
export type Tally = Record<string, number>

/** Sends one request by the helpers of the tests. */
export type Send = (service: Caller) => Promise<Answer>

/** A request that must not succeed, as it did before, or as what it needs has ended. */
export type Completion = {
  what: string
  send: Send
  /** Called with the response to its repetition; undefined if its effect is unknown. */
  note?(response: Answer | undefined): void
}

/** The part that the clients of one run share. */
export type Field = {
  nodes: readonly Node[]
  random: Random
  apiKey: string
  /** If users sign in to them, too. */
  relyingParties: RelyingParties | undefined
  tally: Tally
  /** The events that must never happen, in sentences. */
  violations: string[]
  /** The last requests that must not succeed again. */
  completions: Completion[]
  /** No call starts while this returns true: the run is over. */
  isOver(): boolean
}

/** Thrown in a client whose call can't be settled because the run is over. */
export class RunOver extends Error {
  override name = 'RunOver'
}

/** One call to any node, of `demo` unless the path starts with `//`. Undefined if its effect is unknown: no response, or a 503. Other errors of the service are violations. */
export async function attempt(field: Field, method: string, ask: Ask & { path: string }): Promise<Answer | undefined> {
  const { path, ...rest } = ask
  const node = await choose(field)
  const address = `${node.url}${path.startsWith('//') ? path.slice(1) : `${api}${path}`}`
  const response = await call(address, method, rest)
  const status = String(response?.status ?? 'none')
  field.tally[status] = (field.tally[status] ?? 0) + 1
  if (response && response.status >= 500 && response.status !== 503)
    field.violations.push(`${method} ${path} at ${node.name}: ${response.status} ${response.text}`)
  return response?.status === 503 ? undefined : response
}

/** A node that serves, as far as a load balancer would know. */
async function choose({ nodes, random }: Field): Promise<Node> {
  for (;;) {
    const serving = nodes.filter((node) => node.isUp())
    if (serving.length > 0) return random.pick(serving)
    await Promise.race(nodes.map((node) => node.up()))
  }
}

export type CallResult = { response: Answer; attempts: number }

/** Repeats a call until its effect is known. */
export async function settle(field: Field, method: string, ask: Ask & { path: string }): Promise<CallResult> {
  for (let attempts = 1; ; attempts++) {
    const response = await attempt(field, method, ask)
    if (response) return { response, attempts }
    if (field.isOver()) throw new RunOver()
    await pause(field.random.between(100, 300))
  }
}
