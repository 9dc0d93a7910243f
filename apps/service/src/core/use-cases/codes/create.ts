import { timingSafeEqual } from 'node:crypto'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { Code } from '../../model/codes/code.ts'

type BoundFields = Pick<Code, 'appId' | 'account' | 'purpose' | 'method'>

type NewCode = Omit<Code, 'hash' | 'createdAt' | 'expiresAt'> & { text?: string }

/** A code for a link: 128 random bits, in letters that every mail program preserves. */
export const createLinkText = ({ random }: Pick<Core, 'random'>) =>
  Buffer.from(random.text(16), 'base64url').toString('hex')

/**
 * A new code, of digits by default: its text, and what is stored. All codes are equally likely; leading zeros count.
 */
export function createCode(
  core: Pick<Core, 'random' | 'keyed' | 'now'>,
  { settings }: Application,
  { text = core.random.digits(settings.otpDigits), ...about }: NewCode,
): { text: string; code: Code } {
  const createdAt = core.now()
  const expiresAt = createdAt + settings.otpSeconds * 1000
  return { text, code: { ...about, hash: hashCode(core, about, text), createdAt, expiresAt } }
}

/** Whether a typed text is that code, ignoring spaces and hyphens. */
export const isCode = (core: Pick<Core, 'keyed'>, { hash, ...about }: Code, typed: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashCode(core, about, normalizeDigits(typed))))

const normalizeDigits = (typed: string) => typed.normalize('NFKC').replaceAll(/[\s-]/g, '')

/** Keyed, so that a reader of the database can't try out a million codes. */
const hashCode = ({ keyed }: Pick<Core, 'keyed'>, { appId, account, purpose, method }: BoundFields, digits: string) =>
  keyed('code', JSON.stringify([appId, account, purpose, method, digits])).toString('base64url')
