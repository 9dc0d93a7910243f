import type { CompiledQuery, Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** One step of the schema's history, written once for all engines. Never change one that was released. */
export type Migration = {
  name: string
  statements(builder: Kysely<unknown>, types: ColumnTypes): readonly { compile(): CompiledQuery }[]
}
