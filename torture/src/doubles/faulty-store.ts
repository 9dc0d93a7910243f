import { Outage } from '@thumbturn/service/core/errors.ts'
import type { Store } from '@thumbturn/service/core/ports/store.ts'
import type { Random } from '../common/random.ts'

/** How the next batch fails: nothing of it is written, or all of it is, but the caller doesn't learn that. */
export type Fault = 'before' | 'after'

/** A safeguard that a store lacks. */
export type StoreDouble = 'keeping every batch' | 'noticing that a session was spent' | 'counting attempts'

/** A store whose next batch can be made to fail. */
export type FaultyStore = { store: Store; arm(fault: Fault | undefined): void; disarm(): Fault | undefined }

/** One in this many acknowledged batches is lost by the double. */
const lostOneIn = 50

/** Wraps `store`; a double is only for the control of a run. */
export function createFaultyStore(store: Store, random: Random, double?: StoreDouble): FaultyStore {
  let armed: Fault | undefined
  let struck: Fault | undefined
  const write = (writes: Parameters<Store['commit']>[0]) => {
    if (double === 'keeping every batch' && random.between(1, lostOneIn) === 1) return undefined
    if (double !== 'noticing that a session was spent') return store.commit(writes)
    return store.commit(writes.filter((fact) => !('spend' in fact)))
  }
  const commit: Store['commit'] = async (writes) => {
    const fault = armed
    armed = undefined
    if (fault === undefined) return write(writes)
    struck = fault
    if (fault === 'after') await write(writes)
    throw new Outage('The database is unavailable: try again after the time in Retry-After', {
      cause: new Error('injected'),
    })
  }
  return {
    store: { ...store, commit },
    arm(fault) {
      armed = fault
      struck = undefined
    },
    disarm() {
      armed = undefined
      return struck
    },
  }
}

/** The store's content, opened as the service does. */
export { openStore } from '@thumbturn/service/storage/open.ts'
