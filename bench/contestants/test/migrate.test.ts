import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { requireHeader } from '@thumbturn/service/core/model/imports/header.ts'
import { createImporter } from '@thumbturn/service/core/use-cases/imports/import.ts'
import { sharedPostgres } from '@thumbturn/service-harness/databases.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type ForeignPasskey, registerElsewhere } from '@thumbturn/service-harness/imports.ts'
import { PostgresUnavailable } from '@thumbturn/service-harness/postgres.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { readBody, signIn, type Tokens } from '@thumbturn/service-harness/situations.ts'
import {
  type CreationResult,
  createSoftwareAuthenticator,
  type RegistrationRequestOptions,
  type SoftwareAuthenticator,
} from '@thumbturn/testkit'

const origin = 'http://localhost:4300'
const script = (name: string) => join(import.meta.dirname, '../../../examples/migrate', name)

/** Runs a script as its first lines say. */
const exportBy = (name: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
  execFileSync(process.execPath, [script(name), ...args], { encoding: 'utf8', env: { ...process.env, ...env } })

/** The response of a browser that has a passkey for these options. */
const toJson = ({ credentialId: id, clientDataJSON, attestationObject, transports }: CreationResult) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  response: { clientDataJSON, attestationObject, transports: transports as 'internal'[] },
  clientExtensionResults: {},
})

anyEngine('passkeys of other products', (fresh) => {
  const running = useService(fresh)

  /** Imports a file, of which each line must be accepted. */
  async function importFile(text: string) {
    const { core, application } = running()
    const [header, ...lines] = text.trimEnd().split('\n')
    requireHeader(application, header)
    const importer = createImporter(core, { backend: { application, keyId: 'test' }, dryRun: false })
    const { results, end } = await importer.run(lines.map((line, at) => ({ number: at + 2, text: line })))
    assert.deepEqual(
      results.filter(({ outcome }) => outcome !== 'imported'),
      [],
    )
    assert.ok(end)
    return results.length
  }

  /** Signs in without a username, with it, and without it again. */
  async function assertSignsIn(device: SoftwareAuthenticator, username: string) {
    const users = new Set<string>()
    for (const name of ['', username, ''])
      users.add(readBody<Tokens>(await signIn(running(), { device, username: name })).userId)
    assert.equal(users.size, 1)
  }

  const newDevice = () =>
    createSoftwareAuthenticator({
      origin,
      counter: 'counting',
      backupEligible: true,
      transports: ['internal', 'hybrid'],
    })

  test('a passkey registered by Better Auth signs in after its export', async (t) => {
    const DATA_DIR = dataFolder(t)
    process.env.DATA_DIR = DATA_DIR
    // It opens its database when it is imported, so each engine's run imports a copy of its own.
    const { auth } = (await import(`../passkey-auth.ts?${DATA_DIR}`)) as typeof import('../passkey-auth.ts')
    const { getMigrations } = await import('better-auth/db/migration')
    await (await getMigrations(auth.options)).runMigrations()
    let cookies = ''
    const call = async (path: string, body?: object) => {
      const response = await auth.handler(
        new Request(`${origin}/api/auth${path}`, {
          headers: { origin, cookie: cookies, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { method: 'POST', body: JSON.stringify(body) }),
        }),
      )
      assert.equal(response.status, 200, await response.clone().text())
      cookies = [cookies, ...response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])].join('; ')
      return response.json()
    }
    const email = 'ada.better@example.com'
    await call('/sign-up/email', { email, password: 'correct horse battery', name: 'Ada' })
    const device = newDevice()
    const options = (await call('/passkey/generate-register-options')) as RegistrationRequestOptions
    await call('/passkey/verify-registration', { response: toJson(device.create(options)), name: 'Phone' })
    const text = exportBy('better-auth.ts', [join(import.meta.dirname, '../passkey-auth.ts'), 'localhost'], {
      DATA_DIR,
    })
    assert.equal(await importFile(text), 1)
    await assertSignsIn(device, email)
  })

  test('a passkey registered with SimpleWebAuthn signs in after its export', async (t) => {
    const file = join(dataFolder(t), 'app.db')
    const database = new DatabaseSync(file)
    database.exec(`
      CREATE TABLE users (id INTEGER PRIMARY KEY, username TEXT);
      CREATE TABLE passkeys (id TEXT PRIMARY KEY, public_key BLOB, user_id INTEGER, webauthn_user_id TEXT, counter INTEGER,
        device_type TEXT, backed_up INTEGER, transports TEXT);
      INSERT INTO users VALUES (1, 'ada.simple'), (2, 'without a passkey');`)
    const device = newDevice()
    const options = await generateRegistrationOptions({ rpName: 'Bench', rpID: 'localhost', userName: 'ada.simple' })
    const created = toJson(device.create(options))
    const { registrationInfo } = await verifyRegistrationResponse({
      response: created,
      expectedChallenge: options.challenge,
      expectedOrigin: origin,
      expectedRPID: 'localhost',
    })
    const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo!
    database
      .prepare('INSERT INTO passkeys VALUES (?, ?, 1, ?, ?, ?, ?, ?)')
      .run(
        credential.id,
        credential.publicKey,
        options.user.id,
        credential.counter,
        credentialDeviceType,
        Number(credentialBackedUp),
        credential.transports?.join(',') ?? null,
      )
    database.close()
    assert.equal(await importFile(exportBy('simplewebauthn.ts', [file, 'localhost'])), 1)
    await assertSignsIn(device, 'ada.simple')
  })

  /** Fills tables like those that a product documents, and runs its query with psql; undefined without PostgreSQL. */
  async function exportFrom(t: TestContext, statements: string[], [name, ...variables]: string[]) {
    const server = await sharedPostgres().catch((error: unknown) => {
      if (!(error instanceof PostgresUnavailable)) throw error
      t.skip(error.message)
    })
    if (!server) return
    const database = await server.fresh()
    t.after(() => database.drop().then(server.stop))
    for (const statement of statements) await database.query(statement)
    const given = ['rp_id=localhost', ...variables].flatMap((variable) => ['-v', variable])
    return execFileSync('psql', ['-qAt', '-v', 'ON_ERROR_STOP=1', ...given, '-f', script(name!), database.url], {
      encoding: 'utf8',
    })
  }

  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64')
  const foreign = (userHandle: string): ForeignPasskey =>
    registerElsewhere({ userHandle, backupEligible: true, counter: 'counting' })

  test("passkeys in Hanko's documented tables sign in after their export", async (t) => {
    const id = randomUUID()
    const { device, record } = foreign(Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url'))
    const second = foreign('AAAA').record
    const passkey = ({ credentialId, publicKeyCose }: typeof record, mfaOnly: boolean) =>
      `insert into webauthn_credentials values ('${credentialId}', 'Phone', '${id}', '${publicKeyCose}', 'none',
        '00000000-0000-0000-0000-000000000000', 0, null, now(), now(), true, true, ${mfaOnly}, null)`
    const text = await exportFrom(
      t,
      [
        'create table users (id uuid primary key, created_at timestamp, updated_at timestamp)',
        'create table emails (id uuid, user_id uuid, address text, verified boolean, created_at timestamp, updated_at timestamp)',
        'create table primary_emails (id uuid, email_id uuid, user_id uuid)',
        'create table usernames (id uuid, user_id uuid, username text)',
        `create table webauthn_credentials (id text, name text, user_id uuid, public_key text, attestation_type text, aaguid uuid,
          sign_count integer, last_used_at timestamp, created_at timestamp, updated_at timestamp, backup_eligible boolean,
          backup_state boolean, mfa_only boolean, user_handle_id uuid)`,
        'create table webauthn_credential_transports (id uuid, name text, webauthn_credential_id text)',
        `insert into users values ('${id}', now(), now()), (gen_random_uuid(), now(), now())`,
        `insert into emails values ('${id}', '${id}', 'ada.hanko@example.com', true, now(), now())`,
        `insert into primary_emails values ('${id}', '${id}', '${id}')`,
        passkey(record, false),
        passkey(second, true),
        `insert into webauthn_credential_transports values ('${id}', 'internal', '${record.credentialId}')`,
      ],
      ['hanko.sql'],
    )
    if (text === undefined) return
    assert.equal(await importFile(text), 1)
    await assertSignsIn(device, 'ada.hanko@example.com')
    assert.equal(await running().core.store.passkeys.isRegistered('localhost', second.credentialId), false)
  })

  test("passkeys in Keycloak's documented tables sign in after their export", async (t) => {
    const id = randomUUID()
    const { device, record } = foreign(Buffer.from(id).toString('base64url'))
    const data = JSON.stringify({
      aaguid: '00000000-0000-0000-0000-000000000000',
      credentialId: base64(record.credentialId),
      counter: 0,
      credentialPublicKey: base64(record.publicKeyCose!),
      attestationStatementFormat: 'none',
      transports: ['internal'],
    })
    const text = await exportFrom(
      t,
      [
        'create table realm (id text, name text)',
        `create table user_entity (id text, username text, first_name text, last_name text, email text, email_verified boolean,
          enabled boolean, created_timestamp bigint, realm_id text)`,
        `create table credential (id text, type text, user_id text, created_date bigint, user_label text, secret_data text,
          credential_data text, priority integer)`,
        "insert into realm values ('r', 'shop'), ('m', 'master')",
        `insert into user_entity values ('${id}', 'ada.keycloak', 'Ada', null, 'ada@keycloak.example', true, true, 1700000000000, 'r')`,
        `insert into credential values ('c', 'webauthn-passwordless', '${id}', 1700000000000, 'Phone', '{}', '${data}', 10)`,
      ],
      ['keycloak.sql', 'realm=shop'],
    )
    if (text === undefined) return
    assert.equal(await importFile(text), 1)
    await assertSignsIn(device, 'ada.keycloak')
  })

  test("passkeys in Auth.js's documented tables sign in after their export", async (t) => {
    const { device, record } = foreign(Buffer.from(randomUUID()).toString('base64url'))
    const text = await exportFrom(
      t,
      [
        'create table "User" (id text, name text, email text, "emailVerified" timestamp)',
        `create table "Authenticator" ("credentialID" text, "userId" text, "providerAccountId" text, "credentialPublicKey" text,
          counter integer, "credentialDeviceType" text, "credentialBackedUp" boolean, transports text)`,
        `insert into "User" values ('u', 'Ada', 'ada.authjs@example.com', now())`,
        `insert into "Authenticator" values ('${base64(record.credentialId)}', 'u', 'p', '${base64(record.publicKeyCose!)}', 0,
          'multiDevice', true, 'internal,hybrid')`,
      ],
      ['auth-js.sql'],
    )
    if (text === undefined) return
    assert.equal(await importFile(text), 1)
    await assertSignsIn(device, 'ada.authjs@example.com')
  })
})
