import { timingSafeEqual } from 'node:crypto'
import type { Passwords } from '../core/ports/passwords.ts'
import { type Derive, hashingPool } from './hashing/pool.ts'

/** The costs that OWASP's password storage cheat sheet asks for first: 19 MiB, two passes, one lane. */
const costs = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagLength = 32

// The shape of what we make ourselves; costs are read from it, so that they can rise without invalidating anything.
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

function parsed(stored: string) {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(stored) ?? []
  const given = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { costs: given, nonce: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}

/** All that is connected in this process shares the threads. */
const ownThreads = hashingPool()

/** Passwords by Argon2id of node:crypto, in threads of their own. */
export function argon2Passwords(
  bytes: (length: number) => Buffer,
  {
    isBreached = async () => false,
    derive = ownThreads,
  }: Partial<Pick<Passwords, 'isBreached'>> & { derive?: Derive } = {},
): Passwords {
  const { memory, passes, parallelism } = costs
  const prefix = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}`
  // Nobody has this one: it only costs what a stored one costs.
  const nobodys = `${prefix}$${unpadded(bytes(saltBytes))}$${unpadded(bytes(tagLength))}`
  return {
    async hash(password) {
      const nonce = bytes(saltBytes)
      const tag = await derive({ message: password, nonce, tagLength, ...costs })
      return `${prefix}$${unpadded(nonce)}$${unpadded(tag)}`
    },
    async matches(password, stored) {
      const known = parsed(stored ?? nobodys)
      const { nonce, tag } = known
      const made = await derive({ message: password, nonce, tagLength: tag.length, ...known.costs })
      return timingSafeEqual(made, tag) && stored !== undefined
    },
    isBreached,
  }
}
