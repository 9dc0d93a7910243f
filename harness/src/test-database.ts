import type { TestDatabase } from './store-situations.ts'

/** A test's database on a server: `query` runs statements there, and `drop` ends its connections and removes it. */
export const toTestDatabase = (url: string, { query, drop }: Pick<TestDatabase, 'query' | 'drop'>): TestDatabase => ({
  url,
  query,
  queryEach: (statements) => Promise.all(statements.map(query)),
  drop,
})

/** The address of another database on the same server. */
export function withDatabase(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = name
  return url.href
}
