import { timingSafeEqual } from 'node:crypto'
import type { Core } from '../../core.ts'
import type { AccessCode, AccessCodeType } from '../../model/access-codes/access-code.ts'
import type { User } from '../../model/users/user.ts'

/** The lifetime of a code: the easier it is to guess, the shorter. */
const lifeMs: Record<AccessCodeType, number> = { short: 180_000, phrase: 600_000, long: 3_600_000 }

const consonants = 'bdfghjklmnprstvz'
const vowels = 'aeio'

/** Four pronounceable words of two syllables: 48 random bits. */
const toPhrase = (bytes: Buffer) =>
  [...bytes.toString('base64')]
    .map((sextet) => sextets.indexOf(sextet))
    .map((bits) => `${consonants[bits >> 2]}${vowels[bits & 3]}`)
    .join('')
    .match(/.{4}/g)!
    .join('-')

const sextets = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

function generateText({ random }: Pick<Core, 'random'>, type: AccessCodeType): string {
  if (type === 'short') return random.digits(6)
  if (type === 'long') return random.text(24)
  return toPhrase(Buffer.from(random.text(6), 'base64url'))
}

type BoundFields = Pick<AccessCode, 'appId' | 'userId' | 'type' | 'purpose'>

/** A new code: its text, and what is stored. */
export function createAccessCode(
  core: Pick<Core, 'random' | 'keyed' | 'now'>,
  { user, ...kind }: { user: Pick<User, 'appId' | 'id' | 'tokenEpoch'> } & Pick<AccessCode, 'type' | 'purpose'>,
  isAuthorized: boolean,
): { text: string; code: AccessCode } {
  const about = { ...kind, appId: user.appId, userId: user.id }
  const text = generateText(core, about.type)
  const createdAt = core.now()
  const code = {
    ...about,
    tokenEpoch: user.tokenEpoch,
    id: core.random.uuid(),
    hash: hashCode(core, about, text),
    authorizedAt: isAuthorized ? createdAt : undefined,
    createdAt,
    expiresAt: createdAt + lifeMs[about.type],
  }
  return { text, code }
}

/** Whether a typed text is that code. */
export const isAccessCode = (core: Pick<Core, 'keyed'>, { hash, ...about }: AccessCode, typed: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashCode(core, about, typed)))

/** Long codes are copied; the others are typed, with or without separators. */
const normalizeCode = (type: AccessCodeType, typed: string) =>
  type === 'long' ? typed.trim() : typed.normalize('NFKC').toLowerCase().replaceAll(/[\s-]/g, '')

/** Keyed, so that a reader of the database can't try out a million codes. */
const hashCode = ({ keyed }: Pick<Core, 'keyed'>, { appId, userId, type, purpose }: BoundFields, text: string) =>
  keyed('access code', JSON.stringify([appId, userId, type, purpose, normalizeCode(type, text)])).toString('base64url')
