import { Outage } from '../../core/errors.ts'
import type { InstallationStore } from '../../core/ports/store.ts'
import { type StoredRow, table, text } from '../columns.ts'
import { type Database, prepareInsert, prepareRead, prepareStep, prepareUpsert } from '../engine/database.ts'

export const installation = table('installation', { name: text(), value: text() }, ['name'])

declare module '../schema.ts' {
  interface Tables {
    installation: StoredRow<typeof installation>
  }
}

export function sqlInstallation(db: Database): InstallationStore {
  const find = prepareRead(db, ({ name }: { name: string }) =>
    db.query.selectFrom('installation').select('value').where('name', '=', name),
  )
  const insert = prepareInsert(db, installation)
  const replace = replaceStep(db)
  return {
    async find(name) {
      const [row] = await find({ name })
      return row?.value
    },
    async add(name, value) {
      await db.counted([insert({ name, value })], 'installation_name')
    },
    async replace(name, { from, to }) {
      const [count] = await db.counted([replace({ name, from, to })])
      return count === 1
    },
  }
}

const replaceStep = ({ query }: Database) =>
  prepareStep('installation', ({ name, from, to }: { name: string; from: string; to: string }) =>
    query.updateTable('installation').set({ value: to }).where('name', '=', name).where('value', '=', from),
  )

const leastFreeBytes = 1024 * 1024

/**
 * Writes one row, always the same, and checks the free space.
 * @throws Outage
 */
export function prepareWriteCheck(db: Database): () => Promise<void> {
  const write = prepareUpsert(db, installation)
  return async () => {
    await db.counted([write({ name: 'write check', value: 'written' })])
    const free = await db.engine.freeBytes()
    if (free === undefined || free >= leastFreeBytes) return
    throw new Outage('The disk of the database is full', { cause: new Error('less than 1 MB is left on its disk') })
  }
}
