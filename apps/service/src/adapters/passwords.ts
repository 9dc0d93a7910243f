import { timingSafeEqual } from 'node:crypto'
import type { Passwords } from '../core/ports/passwords.ts'
import { createHashingPool, type Derive } from './hashing/pool.ts'

/** The first recommendation of OWASP's password storage cheat sheet: 19 MiB, two passes, one lane. */
const costs = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const tagLength = 32

// The format of our own hashes. Costs are read from it, so they can be raised without invalidating old hashes.
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

function parsed(stored: string) {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(stored) ?? []
  const given = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { costs: given, nonce: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}

/** Everything in this process shares the threads. */
const ownThreads = createHashingPool()

/** Hashes passwords with Argon2id from node:crypto, in separate threads. */
export function createArgon2Passwords(
  bytes: (length: number) => Buffer,
  {
    isBreached = async () => false,
    derive = ownThreads,
  }: Partial<Pick<Passwords, 'isBreached'>> & { derive?: Derive } = {},
): Passwords {
  const { memory, passes, parallelism } = costs
  const prefix = `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}`
  // No user has this hash: it only costs the same work as a stored one.
  const decoyHash = `${prefix}$${unpadded(bytes(saltBytes))}$${unpadded(bytes(tagLength))}`
  return {
    async hash(password) {
      const nonce = bytes(saltBytes)
      const tag = await derive({ message: password, nonce, tagLength, ...costs })
      return `${prefix}$${unpadded(nonce)}$${unpadded(tag)}`
    },
    async matches(password, stored) {
      const known = parsed(stored ?? decoyHash)
      const { nonce, tag } = known
      const made = await derive({ message: password, nonce, tagLength: tag.length, ...known.costs })
      return timingSafeEqual(made, tag) && stored !== undefined
    },
    isBreached,
  }
}
