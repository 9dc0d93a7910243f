import type { TestContext } from 'node:test'
import type { Store } from '@thumbturn/service/core/ports/store.ts'
import { openStore } from '@thumbturn/service/storage/open.ts'
import type { FreshDatabase } from './databases.ts'
import { eachEngine } from './engines.ts'
import type { TestDatabase } from './store-situations.ts'

/** A store without data, closed after the test. */
export type OpenStore = (t: TestContext) => Promise<{ store: Store; database: TestDatabase }>

/** Registers a suite of the store for both engines. */
export function eachStore(subject: string, suite: (opened: OpenStore, fresh: FreshDatabase) => void) {
  eachEngine(`${subject} in storage`, (fresh) => suite((t) => openFresh(fresh, t), fresh))
}

/** A store on a database of its own, which is dropped after the test. */
export async function openFresh(fresh: FreshDatabase, t: TestContext) {
  const database = await fresh({ migrated: true })
  const store = await openStore(database.url)
  t.after(async () => {
    await store.close()
    await database.drop()
  })
  return { store, database }
}
