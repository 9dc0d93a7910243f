import { adminApi } from '@thumbturn/contract'
import type { Plugin } from 'vite'

const id = 'virtual:admin-operations'
const resolved = `\0${id}`

/**
 * The method and path of each operation of the admin API as the module `virtual:admin-operations`: the page needs nothing
 * else of the routes, so no schema code gets into the bundle.
 */
export function contractFacts(): Plugin {
  return {
    name: 'thumbturn:contract-facts',
    resolveId: (source) => (source === id ? resolved : undefined),
    load: (source) => (source === resolved ? `export default ${JSON.stringify(listOperations())}` : undefined),
  }
}

function listOperations(): Record<string, [method: string, path: string]> {
  const operations = Object.entries(adminApi.routes)
  return Object.fromEntries(operations.map(([name, { method, path }]) => [name, [method, adminApi.basePath + path]]))
}
