import { after, test } from 'node:test'
import { postgresDatabases } from '../../test/databases.ts'
import { PostgresUnavailable } from '../../test/postgres.ts'
import { httpContract } from './http.contract.ts'

const databases = await postgresDatabases().catch((error: unknown) => {
  if (error instanceof PostgresUnavailable) return error
  throw error
})

if (databases instanceof PostgresUnavailable) test('PostgreSQL', { skip: databases.message })
else {
  after(databases.stop)
  httpContract('PostgreSQL', databases.fresh)
}
