import { createHash } from 'node:crypto'
import type { Statement, Value } from './engine.ts'

/** A statement with its values, under the name that the server prepares it with: once per connection. */
export type NamedStatement = { name: string; text: string; values: readonly Value[] }

const names = new Map<string, string>()

/** Names a statement after its text, so that in no process, and in no release, the name stands for another one. */
export function nameStatement({ sql: text, values }: Pick<Statement, 'sql' | 'values'>): NamedStatement {
  const name = names.get(text) ?? `thumbturn_${createHash('sha256').update(text).digest('base64url')}`
  names.set(text, name)
  return { name, text, values }
}
