import type { Core } from './core.ts'
import { deriveCore } from './derive.ts'

/** The core of calls that only show what is stored: it reads from the replica, if there is one, and writes as any other. */
export const createReplicaCore = (core: Core): Core =>
  core.store.replica ? deriveCore(core, { store: core.store.replica.store }) : core
