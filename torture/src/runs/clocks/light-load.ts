import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Service } from '@thumbturn/service-harness/service.ts'
import {
  readBody,
  type SignedUpUser,
  signUpUser,
  startSignIn,
  startTransaction,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import type { Random } from '../../common/random.ts'
import type { MovedClocks } from './moved-clocks.ts'

/** A completed call, which must never succeed again. */
export type SpentCall = { what: string; path: string; body: object }

/** A few clients during the moves of the clocks. */
export type LightLoad = {
  spent: SpentCall[]
  operations(): number
  stop(): Promise<void>
}

type Parts = {
  nodes: readonly Service[]
  clocks: MovedClocks
  random: Random
  blame(violation: string): void
}

const clients = 2
const pauseMs = 50
const mostSpent = 40
/** Shorter than a ceremony, and longer than the skew of nodes. */
const nearMs = 300_000

/**
 * Starts them. Failures count only if no clock was moved at the same time; an error of the service always does, and a call
 * that was one too many never, as the run uses up a limit.
 */
export function startLightLoad({ nodes, clocks, random, blame }: Parts): LightLoad {
  const spent: SpentCall[] = []
  let operations = 0
  let isStopped = false
  /** Not at a node whose clock is an hour ahead, where it has expired. */
  async function complete(begun: Service, call: SpentCall) {
    const near = nodes.filter(({ clock }) => Math.abs(clock.now() - begun.clock.now()) < nearMs)
    readBody(await random.pick(near).post(call.path, call.body))
    spent.push(call)
    if (spent.length > mostSpent) spent.splice(random.between(0, mostSpent), 1)
  }
  async function operate(user: SignedUpUser) {
    const node = random.pick(nodes)
    if (random.between(1, 3) === 1) {
      const started = await startTransaction(node, user.username)
      const body = transactionAnswer(user.device, started)
      await complete(node, { what: 'transaction', path: '/tx/complete', body })
    } else {
      const { session, assertionOptions } = await startSignIn(node, user.username)
      const body = { session, assertionResult: user.device.get(assertionOptions) }
      await complete(node, { what: 'sign-in', path: '/auth/complete', body })
    }
  }
  async function work() {
    let user: SignedUpUser | undefined
    while (!isStopped) {
      const before = clocks.moves()
      try {
        if (!user || random.between(1, 8) === 1) user = await signUpUser(random.pick(nodes))
        else await operate(user)
        operations++
      } catch (error) {
        const isUndisturbed = before !== undefined && before === clocks.moves()
        if ((isUndisturbed && readStatus(error) !== 429) || isFailure(error))
          blame(`under load: ${(error as Error).message}`)
      }
      await pause(pauseMs)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, work))
  return {
    spent,
    operations: () => operations,
    async stop() {
      isStopped = true
      await running
    },
  }
}

/** An assertion of `readBody` has the status that came instead. */
const readStatus = (error: unknown) => (error as { actual?: unknown }).actual

const isFailure = (error: unknown) => {
  const status = readStatus(error)
  return typeof status !== 'number' || isOwnFailure({ status })
}

/** No response, or an error of the service. */
export const isOwnFailure = ({ status }: Pick<Answer, 'status'>) => status === 0 || status >= 500
