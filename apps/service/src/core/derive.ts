import type { Core } from './core.ts'

/**
 * A core that differs in these parts and inherits the others, so that each call has one without copying any. It can't be spread:
 * it owns only what differs.
 */
export const deriveCore = (core: Core, changes: Partial<Core>): Core => Object.assign(Object.create(core), changes)
