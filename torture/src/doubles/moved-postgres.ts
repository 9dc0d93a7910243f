import * as original from '@thumbturn/service/storage/engine/postgres.ts'
import { movedServerTime } from './moving-clocks.ts'

export * from '@thumbturn/service/storage/engine/postgres.ts'

/** Like the original, but time passes at the server as it does at the nodes. */
export const openEitherPostgres: typeof original.openEitherPostgres = async (...given) => {
  const engine = await original.openEitherPostgres(...given)
  return { ...engine, serverTime: async () => movedServerTime((await engine.serverTime!())!) }
}
