import type { Random } from '@thumbturn/testkit/fuzzing/random.ts'
import { WebAuthnError } from '../src/index.ts'

/**
 * One attempt: what goes in (shown when it crashes), the call, and whether success would be a forgery, which its result can
 * tell.
 */
export type Attempt = { input: unknown; call: () => unknown; forged: boolean | ((result: unknown) => boolean) }

export type CreateAttempt = (random: Random) => Attempt

/**
 * Returns whether the verifier accepted it.
 * @throws Error if it accepted a forgery, or threw another error than WebAuthnError
 */
export function judgeAttempt({ call, forged, input }: Attempt): boolean {
  const result = verify(call)
  if (!result) return false
  if (typeof forged === 'function' ? forged(result.accepted) : forged)
    throw new Error('a changed response was accepted', { cause: input })
  return true
}

function verify(call: () => unknown): { accepted: unknown } | undefined {
  try {
    return { accepted: call() }
  } catch (error) {
    if (error instanceof WebAuthnError) return undefined
    throw error
  }
}
