import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type PostgresDatabases, privatePostgres } from '@thumbturn/service-harness/databases.ts'
import { onServer } from '@thumbturn/service-harness/postgres-suite.ts'
import { openStore } from '../../src/storage/open.ts'

function withPostgres({ fresh }: PostgresDatabases) {
  let count = 0

  /** A database and a role without any privilege there. */
  async function open(t: TestContext, options?: { migrated: boolean }) {
    const database = await fresh(options)
    t.after(() => database.drop())
    const [name, role] = [new URL(database.url).pathname.slice(1), `role${count++}`]
    await database.query(`create role ${role} login`)
    return { ...database, name, role, url: Object.assign(new URL(database.url), { username: role }).href }
  }

  type ProblemDatabase = Awaited<ReturnType<typeof open>>

  const rejectsWith = (url: string, sentence: string) =>
    assert.rejects(openStore(url), ({ name, message }: Error) => {
      const [, said] = / cannot be used: (.*)$/s.exec(message) ?? []
      assert.deepEqual([name, said], ['OperatorError', sentence])
      return true
    })

  test('a user who may not create tables learns the grant, and can then start', async (t) => {
    const { url, name, role, query } = await open(t)
    await rejectsWith(
      url,
      `the user ${role} can't create tables in the schema public. Run \`grant create on schema public to ${role}\`, or \`alter database ${name} owner to ${role}\`.`,
    )
    await query(`alter database ${name} owner to ${role}`)
    await (await openStore(url)).close()
  })

  test('a user who may not use tables of another owner learns the grant, and can then start', async (t) => {
    const { url, role, query } = await open(t, { migrated: true })
    await query(`grant select on all tables in schema public to ${role}`)
    const grant = `grant select, insert, update, delete on all tables in schema public to ${role}`
    await rejectsWith(
      url,
      `the user ${role} can't read and write its tables (applications, users, devices …). As their owner, run \`${grant}\`.`,
    )
    await query(grant)
    await (await openStore(url)).close()
  })

  test('a search path without a schema that the user can use is explained', async (t) => {
    const { url, name, role, query } = await open(t)
    await query(`alter role ${role} set search_path to missing`)
    await rejectsWith(
      url,
      `the search_path of the user ${role} names no schema that it can use. Run \`grant usage, create on schema public to ${role}\`, or \`alter database ${name} owner to ${role}\`.`,
    )
  })

  test('tables in a schema that is not searched are not replaced by new ones', async (t) => {
    const { url, name, role, query } = await open(t)
    await query(`create schema "My app" authorization ${role}`)
    await query(`alter role ${role} set search_path to "My app"`)
    await (await openStore(url)).close()
    await query(`alter role ${role} reset search_path`)
    await query(`alter database ${name} owner to ${role}`)
    await rejectsWith(
      url,
      `its tables are in the schema "My app", which is not in the search_path of the user ${role}. Run \`alter role ${role} in database ${name} set search_path to "My app"\`. A second installation needs a database or a user of its own.`,
    )
    await query(`alter role ${role} in database ${name} set search_path to "My app"`)
    await (await openStore(url)).close()
  })

  for (const table of ['migrations (id int, migration text)', 'users (id int)'])
    test(`tables of another program, such as ${table}, are neither read nor changed`, async (t) => {
      const { url, name, role, query } = await open(t)
      await query(`alter database ${name} owner to ${role}`)
      await query(`create table ${table}`)
      await rejectsWith(
        url,
        `another program has tables of the same names in its schema public (${table.split(' ')[0]}). Give Thumbturn a database of its own.`,
      )
      const tables = await query(`select tablename from pg_tables where schemaname = 'public'`)
      assert.deepEqual(tables, [{ tablename: table.split(' ')[0] }])
    })

  for (const encoding of ['LATIN1', 'SQL_ASCII', 'WIN1252'])
    test(`a database with the encoding ${encoding} is rejected`, async (t) => {
      const { url, role, query } = await open(t)
      const other = `other_${encoding.toLowerCase()}`
      await query(`create database ${other} encoding '${encoding}' template template0`)
      await rejectsWith(
        Object.assign(new URL(url), { pathname: other }).href,
        `its encoding is ${encoding}, which can't hold every name. Create one in UTF8: \`create database <name> owner ${role} encoding 'UTF8' template template0\`.`,
      )
    })

  const readOnly = `it is read-only (cannot execute CREATE TABLE in a read-only transaction). DATABASE_URL must lead to the primary. If it does, look for default_transaction_read_only: some providers set it when the disk is almost full.`
  const problems: Readonly<Record<string, (opened: ProblemDatabase) => Promise<[url: string, sentence: string]>>> = {
    'that does not exist': async ({ url }) => [
      Object.assign(new URL(url), { pathname: 'missing' }).href,
      'the database does not exist (database "missing" does not exist). Create it: `create database <name> owner <user>`.',
    ],
    'whose user does not exist': async ({ url }) => [
      Object.assign(new URL(url), { username: 'missing' }).href,
      'it admits no such user from here (role "missing" does not exist). Check the user of DATABASE_URL, and pg_hba.conf of the server; some entries require sslmode.',
    ],
    'that is read-only': async ({ url, name, role, query }) => {
      await query(`alter database ${name} owner to ${role}`)
      await query(`alter role ${role} set default_transaction_read_only to on`)
      return [url, readOnly]
    },
    'without TLS': async ({ url }) => [
      `${url}?sslmode=verify-full`,
      'it has no TLS that is accepted (The server does not support SSL connections). Turn on `ssl` there. Only in a network that you trust, turn TLS off in DATABASE_URL: `sslmode=disable`.',
    ],
    'on a socket that does not exist': async ({ name }) => [
      `postgres://me@/${name}?host=/missing`,
      'it cannot be reached: there is no such socket (ENOENT). Check that PostgreSQL runs there, accepts writes, and that DATABASE_URL is right.',
    ],
  }

  for (const [title, describe] of Object.entries(problems))
    test(`a database ${title} is explained`, async (t) => {
      const [url, sentence] = await describe(await open(t))
      await rejectsWith(url, sentence)
    })
}

await onServer('databases that cannot be used', privatePostgres, withPostgres)
