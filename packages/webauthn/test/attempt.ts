import type { Random } from './mutator.ts'

/**
 * One attempt: what goes in (shown when it crashes), the call, and whether success would be a forgery, which its result can
 * tell.
 */
export type Attempt = { input: unknown; call: () => unknown; forged: boolean | ((result: unknown) => boolean) }

export type Target = (random: Random) => Attempt
