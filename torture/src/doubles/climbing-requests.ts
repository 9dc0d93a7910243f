import * as original from '@thumbturn/service-harness/injected.ts'
import { rememberAttempts } from '../runs/failing-calls/attempts.ts'
import { climb, type Database } from '../runs/failing-calls/climb.ts'
import type { Tables } from '../runs/failing-calls/tables.ts'
import { engines, readVersion } from './failing-engine.ts'

export * from '@thumbturn/service-harness/injected.ts'

/** Like the original, but each request is first made with failures. */
export const injected: typeof original.injected = (server) => {
  const injectedServer = original.injected(server)
  const { inject } = injectedServer
  injectedServer.inject = (call) => climb(() => inject(call), database)
  return injectedServer
}

let last: { version: number; engines: number; everything: Promise<Tables[]> } | undefined

const database: Database = {
  read: readChanged,
  async rememberAttempts() {
    const version = readVersion()
    const giveBack = await rememberAttempts(engines)
    return async () => {
      if (readVersion() === version) return
      await giveBack()
      last = undefined
    }
  },
}

/** Everything that is stored; read again only after a write, or if tests can have written. */
function readChanged(isFirst: boolean): Promise<Tables[]> {
  const version = readVersion()
  if (isFirst || last?.version !== version || last.engines !== engines.size)
    last = { version, engines: engines.size, everything: readEverything() }
  return last.everything
}

async function readEverything(): Promise<Tables[]> {
  const { stored } = await import('@thumbturn/service-harness/service.ts')
  const everything = [...engines].map((engine) => {
    const query = async (sql: string) => (await engine.read({ sql, values: [] })) as Record<string, unknown>[]
    const queryEach = (statements: readonly string[]) => Promise.all(statements.map(query))
    return stored({ url: '', query, queryEach, drop: async () => {} })
  })
  return Promise.all(everything)
}
