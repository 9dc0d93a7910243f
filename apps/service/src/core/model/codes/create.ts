import { timingSafeEqual } from 'node:crypto'
import type { Core } from '../../core.ts'
import type { Application } from '../applications/application.ts'
import type { Code } from './code.ts'

type Bound = Pick<Code, 'appId' | 'account' | 'purpose' | 'method'>

type NewCode = Omit<Code, 'hash' | 'createdAt' | 'expiresAt'> & { text?: string }

/** A text that travels in a link: 128 random bits, in letters that survive every mail program. */
export const linkText = ({ random }: Pick<Core, 'random'>) => Buffer.from(random.text(16), 'base64url').toString('hex')

/** A new code, of digits unless given, and what is kept of it. Digits are equally likely, leading zeros are part of it. */
export function makeCode(
  core: Pick<Core, 'random' | 'keyed' | 'now'>,
  { settings }: Application,
  { text = core.random.digits(settings.otpDigits), ...about }: NewCode,
): { text: string; code: Code } {
  const createdAt = core.now()
  const expiresAt = createdAt + settings.otpSeconds * 1000
  return { text, code: { ...about, hash: hashCode(core, about, text), createdAt, expiresAt } }
}

/** Whether a text is that code, as people type it: with spaces or hyphens. */
export const isCode = (core: Pick<Core, 'keyed'>, { hash, ...about }: Code, typed: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashCode(core, about, normalizeDigits(typed))))

const normalizeDigits = (typed: string) => typed.normalize('NFKC').replaceAll(/[\s-]/g, '')

/** Under a key of the installation: who reads the database cannot try out a million codes on it. */
const hashCode = ({ keyed }: Pick<Core, 'keyed'>, { appId, account, purpose, method }: Bound, digits: string) =>
  keyed('code', JSON.stringify([appId, account, purpose, method, digits])).toString('base64url')
