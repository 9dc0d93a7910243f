import type { Answer, Service } from '@thumbturn/service-harness/service.ts'
import type { Device } from '@thumbturn/service-harness/situations.ts'
import type { Random } from '../../common/random.ts'
import type { Fault, FaultyStore } from '../../doubles/faulty-store.ts'

export type ModelPasskey = { passkeyId: string; credentialId: string; device: Device; name: string; signCount: number }

/** A token, and what must hold for it to work. */
export type ModelToken = { text: string; issuedAt: number; epoch: number; passkeyId: string }

/** The model of one user. */
export type ModelUser = {
  username: string
  userId: string
  isActive: boolean
  /** Counts what ends all tokens. */
  epoch: number
  passkeys: ModelPasskey[]
  token?: ModelToken | undefined
  transactions: number
}

/** A service in this process, and the model that it must agree with. */
export type World = {
  service: Service
  faults: FaultyStore
  random: Random
  /** Keys of a backend and of an administrator. */
  apiKey: string
  adminKey: string
  users: ModelUser[]
  /** Deleted users, and passkeys that were deleted: none may ever work again. Only the last ones. */
  deletedUsers: ModelUser[]
  deletedPasskeys: { username: string; passkey: ModelPasskey }[]
  /** Every credential ID that was ever accepted. */
  credentialIds: Set<string>
  violations: string[]
  /** The last operations only. */
  history: string[]
  counts: Record<'operations' | 'faults' | 'restarts' | 'repeated' | 'rejected' | 'compared', number>
}

/** Notes a difference from the model. */
export function blame({ violations }: World, what: string, response?: Answer) {
  // Nothing else of a response: it can have a token.
  const { status, body } = response ?? {}
  violations.push(response === undefined ? what : `${what}: ${status} ${(body as { msg?: string })?.msg ?? ''}`)
}

export function expectRejected(world: World, what: string, response: Answer) {
  world.counts.rejected++
  if (response.status < 400 || response.status >= 500) blame(world, `${what} was not rejected`, response)
}

/** One in this many calls with an effect meets a fault. */
const faultOneIn = 12
/** One in this many completions is sent again. */
const repeatOneIn = 6

export type Effect = { what: string; call(): Promise<Answer>; isRepeatable?: boolean }

/**
 * A call that must succeed, although its batch may fail before or after it was written. Returns the response of the call
 * that took effect, which is undefined if that response was lost. What isn't repeatable must succeed exactly once.
 */
export async function take(world: World, effect: Effect): Promise<Answer | undefined> {
  const { random, faults, counts } = world
  faults.arm(random.between(1, faultOneIn) === 1 ? random.pick<Fault>(['before', 'after']) : undefined)
  const first = await effect.call()
  const struck = faults.disarm()
  if (struck === undefined) return settleFirst(world, effect, first)
  counts.faults++
  if (first.status !== 503) blame(world, `${effect.what} met a fault (${struck}), but got no 503`, first)
  const again = await effect.call()
  if (struck === 'before' || effect.isRepeatable) return accept(world, effect.what, again)
  expectRejected(world, `a repetition of ${effect.what}, whose response was lost,`, again)
  return undefined
}

async function settleFirst(world: World, { what, call, isRepeatable }: Effect, response: Answer) {
  accept(world, what, response)
  if (isRepeatable || world.random.between(1, repeatOneIn) !== 1) return response
  world.counts.repeated++
  expectRejected(world, `a repetition of ${what}`, await call())
  return response
}

function accept(world: World, what: string, response: Answer): Answer {
  if (response.status >= 300) blame(world, `${what} was rejected`, response)
  return response
}
