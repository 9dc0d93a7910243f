import type { KyselyPlugin, RootOperationNode } from 'kysely'
import type { Engine } from '../../src/storage/engine/engine.ts'
import { storeOver } from '../../src/storage/open.ts'

/**
 * Every statement of the stores, except for filters of events and users, which are put together when they are used. Some are only a part of
 * others, whose tables they refer to.
 */
export async function listStatements(engine: Engine): Promise<readonly string[]> {
  const compiled: { node: RootOperationNode; queryId: Parameters<KyselyPlugin['transformQuery']>[0]['queryId'] }[] = []
  const recorder: KyselyPlugin = {
    transformQuery(query) {
      compiled.push(query)
      return query.node
    },
    transformResult: async ({ result }) => result,
  }
  await storeOver({ ...engine, builder: engine.builder.withPlugin(recorder) }).warmUp()
  const executor = engine.builder.getExecutor()
  return [...new Set(compiled.map(({ node, queryId }) => executor.compileQuery(node, queryId).sql))]
}

/** The error says that a statement is only a part of another one. */
export const isPartial = (error: unknown): boolean =>
  /no such column|missing FROM-clause/.test((error as Error).message)
