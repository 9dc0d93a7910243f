import assert from 'node:assert/strict'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { type PostgresDatabases, privatePostgres } from '@thumbturn/service-harness/databases.ts'
import { authority, createIdentity, shown } from '@thumbturn/service-harness/mail-server.ts'
import { type Party, party, pem } from '@thumbturn/service-harness/metadata-service.ts'
import { unprivilegedAccount } from '@thumbturn/service-harness/postgres.ts'
import { onServer } from '@thumbturn/service-harness/postgres-suite.ts'
import { type Service, startService } from '@thumbturn/service-harness/service.ts'
import pg from 'pg'
import { isOutage } from '../../src/core/errors.ts'
import { assertOutage, assertRecovered, warmUp } from './situations.ts'

const folder = mkdtempSync(join(tmpdir(), 'thumbturn-tls-'))
const [certFile, keyFile, caFile] = ['server.pem', 'server.key', 'ca.pem'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]

/** The certificate that the server shows after it has read its configuration again. */
function present(identity: Party) {
  const { key, cert } = shown(identity)
  for (const [path, text] of [
    [certFile, cert],
    [keyFile, key],
  ] as const) {
    writeFileSync(path, text, { mode: 0o600 })
    const { uid, gid } = unprivilegedAccount() ?? { uid: process.getuid!(), gid: process.getgid!() }
    chownSync(path, uid, gid)
  }
}

async function startServer() {
  const { uid, gid } = unprivilegedAccount() ?? { uid: process.getuid!(), gid: process.getgid!() }
  chownSync(folder, uid, gid)
  writeFileSync(caFile, pem(authority.der))
  present(createIdentity())
  return privatePostgres(['ssl=on', `ssl_cert_file=${certFile}`, `ssl_key_file=${keyFile}`])
}

after(() => rmSync(folder, { recursive: true }))

type Run = (...statements: readonly string[]) => Promise<void>
type RoleDatabase = { name: string; role: string; url: string; run: Run; inside: Run }

function withPostgres({ fresh }: PostgresDatabases) {
  let count = 0

  /**
   * A database that a role of its own uses over TLS. `run` runs statements as a superuser, `inside` that database or
   * another.
   */
  async function open(t: TestContext): Promise<RoleDatabase> {
    const database = await fresh({ migrated: true })
    const [name, role] = [new URL(database.url).pathname.slice(1), `app${count++}`]
    const url = new URL(database.url)
    const admin = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: 'postgres' }).href })
    await admin.connect()
    const run: Run = async (...statements) => {
      for (const statement of statements) await admin.query(statement)
    }
    const inside: Run = async (...statements) => {
      for (const statement of statements) await database.query(statement)
    }
    await run(`create role ${role} login password 'right'`)
    await inside(`grant select, insert, update, delete on all tables in schema public to ${role}`)
    Object.assign(url, { hostname: 'localhost', username: role, password: 'right' })
    url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: caFile }).toString()
    t.after(async () => {
      await admin.end()
      await database.drop()
    })
    return { name, role, url: url.href, run, inside }
  }

  type Situation = {
    /** The logged reason. */
    reason: RegExp
    begin(opened: RoleDatabase): Promise<void>
    end(opened: RoleDatabase): Promise<void>
  }

  const situations: Readonly<Record<string, Situation>> = {
    "the password isn't the right one": {
      reason: /^it rejects the user or the password \(/,
      begin: ({ role, run }) => run(requirePasswords, reload, `alter role ${role} password 'other'`),
      end: ({ role, run }) => run(`alter role ${role} password 'right'`),
    },
    "the role can't log in": {
      reason: /^it admits no such user from here \(/,
      begin: ({ role, run }) => run(`alter role ${role} nologin`),
      end: ({ role, run }) => run(`alter role ${role} login`),
    },
    'the role has no connection left': {
      reason: /^all of its connections are open \(/,
      begin: ({ role, run }) => run(`alter role ${role} connection limit 0`),
      end: ({ role, run }) => run(`alter role ${role} connection limit -1`),
    },
    "the database doesn't exist": {
      reason: /^the database does not exist \(/,
      begin: ({ name, run }) => run(empty(name), `alter database ${name} rename to gone`),
      end: ({ name, run }) => run(`alter database gone rename to ${name}`),
    },
    'the database accepts no connections': {
      reason: /^no connection can be opened \(database ".+" is not currently accepting connections\)/,
      begin: ({ name, run }) => run(`alter database ${name} with allow_connections false`, empty(name)),
      end: ({ name, run }) => run(`alter database ${name} with allow_connections true`),
    },
    "the user can't read its tables": {
      reason: /^the user lacks a privilege \(/,
      begin: ({ role, inside }) => inside(`revoke select on all tables in schema public from ${role}`),
      end: ({ role, inside }) => inside(`grant select on all tables in schema public to ${role}`),
    },
    "the tables can't be found": {
      reason: /^it lacks a table \(/,
      begin: ({ inside }) => inside('alter schema public rename to hidden', 'create schema public'),
      end: ({ inside }) => inside('drop schema public', 'alter schema hidden rename to public'),
    },
    'the certificate comes from an unknown authority': {
      reason: /^it has no TLS that is accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
      begin: ({ run }) => {
        present(party(undefined, { ...always, host: 'localhost' }))
        return run(reload)
      },
      end: useRightCertificate,
    },
    'the certificate has expired': {
      reason: /^it has no TLS that is accepted \(CERT_HAS_EXPIRED\)/,
      begin: ({ run }) => {
        present(createIdentity({ to: '2021-01-01' }))
        return run(reload)
      },
      end: useRightCertificate,
    },
    'the certificate is for another host': {
      reason: /^it has no TLS that is accepted \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
      begin: ({ run }) => {
        present(createIdentity({ host: 'db.example.com' }))
        return run(reload)
      },
      end: useRightCertificate,
    },
  }

  for (const [title, { reason, begin, end }] of Object.entries(situations))
    test(`while ${title}, requests fail with 503, and they succeed again afterward`, async (t) => {
      const opened = await open(t)
      const service = await startService({ databaseUrl: opened.url })
      t.after(() => service.close())
      await warmUp(service)
      await begin(opened)
      await untilOut(service, opened)
      await assertOutage(service)
      await assert.rejects(readAnything(service), (error: Error) => {
        assert.ok(isOutage(error))
        assert.match((error.cause as Error).message, reason)
        return true
      })
      await end(opened)
      await assertRecovered(service)
    })
}

/** The server applies a changed configuration a moment later, and until then, it accepts connections as before. */
async function untilOut(service: Service, { role, run }: Pick<RoleDatabase, 'role' | 'run'>) {
  const isOut = () =>
    readAnything(service).then(
      () => false,
      () => true,
    )
  while (!(await isOut())) await run(disconnect(role))
  await run(disconnect(role))
}

const readAnything = ({ core }: Service) => core.store.applications.list()

const reload = 'select pg_reload_conf()'
const disconnect = (role: string) => `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`
const empty = (name: string) =>
  `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`

/** Superusers are still trusted. */
const requirePasswords = `do $$ begin execute format(
  'copy (select unnest(array[''host all postgres all trust'', ''host all all all scram-sha-256''])) to %L',
  current_setting('hba_file')); end $$`

function useRightCertificate({ run }: RoleDatabase) {
  present(createIdentity())
  return run(reload)
}

const always = { from: '2020-01-01', to: '2049-01-01' }

await onServer('access to PostgreSQL', startServer, withPostgres)
