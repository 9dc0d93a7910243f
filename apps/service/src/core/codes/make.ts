import { timingSafeEqual } from 'node:crypto'
import type { Application } from '../applications/application.ts'
import type { Core } from '../core.ts'
import type { Code } from './code.ts'

type Bound = Pick<Code, 'appId' | 'account' | 'purpose' | 'method'>

/** A new code and what is kept of it. Digits are equally likely, leading zeros are part of it. */
export function makeCode(
  core: Pick<Core, 'random' | 'keyed' | 'now'>,
  { settings }: Application,
  about: Omit<Code, 'hash' | 'createdAt' | 'expiresAt'>,
): { digits: string; code: Code } {
  const digits = core.random.digits(settings.otpDigits)
  const createdAt = core.now()
  const expiresAt = createdAt + settings.otpSeconds * 1000
  return { digits, code: { ...about, hash: hashOf(core, about, digits), createdAt, expiresAt } }
}

/** Whether a text is that code, as people type it: with spaces or hyphens. */
export const isCode = (core: Pick<Core, 'keyed'>, { hash, ...about }: Code, typed: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(core, about, digitsOf(typed))))

const digitsOf = (typed: string) => typed.normalize('NFKC').replaceAll(/[\s-]/g, '')

/** Under a key of the installation: who reads the database cannot try out a million codes on it. */
const hashOf = ({ keyed }: Pick<Core, 'keyed'>, { appId, account, purpose, method }: Bound, digits: string) =>
  keyed('code', JSON.stringify([appId, account, purpose, method, digits])).toString('base64url')
