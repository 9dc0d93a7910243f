import type { Store } from '@thumbturn/service/core/ports/store.ts'
import * as original from '@thumbturn/service/storage/open.ts'

export * from '@thumbturn/service/storage/open.ts'

const rememberedForMs = 5_000

/** Like the original, but what was found is found unchanged for five seconds. */
export const openStore: typeof original.openStore = async (...given) => {
  const store = await original.openStore(...given)
  const entries = Object.entries(store).map(([name, value]) => [
    name,
    typeof value === 'object' ? remember(value) : value,
  ])
  return Object.fromEntries(entries) as Store
}

type ReadFunction = (...values: unknown[]) => Promise<unknown>

/** Remembers the results of each `find…`; nothing that wasn't found. */
function remember(reads: object): object {
  const entries = Object.entries(reads).map(([name, read]) => [name, /^find/.test(name) ? rememberFound(read) : read])
  return Object.fromEntries(entries)
}

function rememberFound(read: ReadFunction): ReadFunction {
  const found = new Map<string, { value: unknown; at: number }>()
  return async (...values) => {
    const key = JSON.stringify(values)
    const known = found.get(key)
    if (known && performance.now() - known.at < rememberedForMs) return known.value
    const value = await read(...values)
    if (value !== undefined) found.set(key, { value, at: performance.now() })
    return value
  }
}
