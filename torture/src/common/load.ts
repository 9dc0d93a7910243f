import { setTimeout as pause } from 'node:timers/promises'
import { type Field, RunOver } from './client.ts'
import type { Account } from './ledger.ts'
import { useProvider } from './openid-operations.ts'
import { confirmTransaction, register, remove, rename, signIn, useCode } from './operations.ts'
import { createRandom } from './random.ts'

/** Clients that call the service until they are stopped. */
export type Load = {
  /** Every user that a client has registered, or tried to. */
  accounts: readonly Account[]
  /** How many operations ended. */
  operations(): number
  /**
   * From now on, all clients together start this many operations per second, if they can, instead of pausing at random.
   */
  setPace(perSecond: number): void
  /** Resolves once every client has settled its operation; then none starts another one. */
  halt(): Promise<void>
  /** Lets them continue. */
  resume(): void
  /** Resolves once the clients have ended. */
  stop(): Promise<void>
}

/** Users per client: the oldest is deleted for each further one. */
const mostUsers = 6
/** Between operations, so that the load leaves the machine some time for the service. */
const longestPauseMs = 300

/** Starts `clients` clients. */
export function startLoad(field: Field, clients: number): Load {
  const accounts: Account[] = []
  const busy = new Set<Promise<void>>()
  let open = Promise.withResolvers<void>()
  open.resolve()
  let isHalted = false
  let isStopped = false
  let operations = 0
  let takeTurn: (() => Promise<unknown>) | undefined
  const work = async (number: number) => {
    const random = createRandom(field.random.between(0, 2 ** 31) + number)
    const own: Account[] = []
    for (;;) {
      if (isHalted) await open.promise
      if (isStopped || field.isOver()) return
      const operation = operate({ ...field, random }, { own, accounts }).catch((error: unknown) => blame(field, error))
      const settled = operation.then(() => void busy.delete(settled))
      busy.add(settled)
      await operation
      operations++
      await (takeTurn ? takeTurn() : pause(random.between(0, longestPauseMs)))
    }
  }
  const running = Promise.all(Array.from({ length: clients }, (_, number) => work(number)))
  return {
    accounts,
    operations: () => operations,
    setPace(perSecond) {
      takeTurn = createPace(perSecond)
    },
    async halt() {
      isHalted = true
      open = Promise.withResolvers()
      while (busy.size > 0) await Promise.all(busy)
    },
    resume() {
      isHalted = false
      open.resolve()
    },
    async stop() {
      isStopped = true
      open.resolve()
      await running
    },
  }
}

/** Turns at that rate. Those that weren't taken in time are lost, so that a pause isn't made up for. */
function createPace(perSecond: number): () => Promise<unknown> {
  let next = 0
  return async () => {
    const now = performance.now()
    next = Math.max(now, next + 1_000 / perSecond)
    if (next > now) await pause(next - now)
  }
}

function blame({ violations }: Field, error: unknown) {
  if (!(error instanceof RunOver)) violations.push(`an operation failed unexpectedly: ${(error as Error).stack}`)
}

type Users = { own: Account[]; accounts: Account[] }

/** One operation, mostly on an existing user. */
async function operate(field: Field, { own, accounts }: Users): Promise<unknown> {
  const choice = field.random.next()
  if (own.length === 0 || choice < 0.25) {
    const account = await register(field, accounts)
    if (account) own.push(account)
    if (own.length > mostUsers) await remove(field, own.shift()!)
    return
  }
  const account = field.random.pick(own)
  if (field.relyingParties && field.random.next() < field.relyingParties.share)
    return useProvider({ field, account, parties: field.relyingParties })
  if (choice < 0.55) return signIn(field, account)
  if (choice < 0.7) return useCode(field, account)
  if (choice < 0.85) return rename(field, account)
  return confirmTransaction(field, account)
}
