import { type Api, apis, findExample, plain, type Route } from '@thumbturn/contract'
import type { Ask } from './service.ts'

/** An operation of any API. */
export type Operation = { name: string; api: Api; route: Route }

/** Every operation of every API, so that tests across all operations cover new ones automatically. */
export const operations: readonly Operation[] = Object.values(apis).flatMap((api) =>
  Object.entries(api.routes).map(([name, route]) => ({ name, api, route })),
)

/** Real values for path parameters, by name. Missing ones default to the contract's example. */
export type Ids = Readonly<Record<string, string>>

const examples = new WeakMap<object, unknown>()

/** The example of a schema, found once: the matrix of authorization alone needs some tens of thousands. */
function copyExample(schema: object): unknown {
  if (!examples.has(schema)) examples.set(schema, findExample(plain(schema)))
  return structuredClone(examples.get(schema))
}

/** A call built from the contract's examples: valid, except that its IDs are unknown unless given. */
export function exampleCall({ api, route }: Operation, ids: Ids = {}): { method: string; path: string; ask: Ask } {
  const members = (schema: object = {}) => (copyExample(schema) ?? {}) as Record<string, string>
  const params = { ...members(route.params), ...ids }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!))
  const query = new URLSearchParams(members(route.query)).toString()
  const base = api.of === 'installation' ? api.basePath : `/apps/demo${api.basePath}`
  return {
    method: route.method,
    path: `/${base}${path}${query && `?${query}`}`,
    ask: {
      body: route.body && copyExample(route.body),
      headers: { ...members(route.headers), ...(route.bodyMedia && { 'content-type': route.bodyMedia }) },
    },
  }
}
