import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RawResponse } from '@thumbturn/service-harness/raw-http.ts'
import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import { type Adapter, type Calls, type Place, requireSuccess, toCookieHeader } from './adapter.ts'
import { commitsOnSqlite, readProgramVersion, startProgram } from './program.ts'

const program = 'glewlwyd'
/** The files that its Debian package installs: the tables, with the user `admin`. */
const tables = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
const firstPassword = 'password'
/** How the load calls it, and whether a session is necessary first. */
const scheme = { scheme_type: 'webauthn', scheme_name: 'passkey' }

/** Glewlwyd on SQLite, as Debian's package sets it up. It has no usernameless sign-in, and an administrator adds users. */
export const glewlwyd: Adapter = {
  modes: ['name'],
  works: ['sign-ins'],
  commits: commitsOnSqlite,
  version: () => readProgramVersion(program, ['--version']),
  missing: () =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program))) && existsSync(tables)
      ? undefined
      : 'the Debian package glewlwyd is not installed',
  async start(place) {
    const started = await startProgram({ run: [program, '--config-file', prepare(place)] }, place)
    try {
      return { ...started, credential: await setUp(`http://localhost:${place.port}`) }
    } catch (error) {
      started.stop()
      throw error
    }
  },
  calls: ({ device, credential: admin }) => ({
    register: oneAtATime(async (connection, username) => {
      const headers = `${admin}\r\n`
      const user = { username, password: randomBytes(12).toString('hex'), scope: ['g_profile'], enabled: true }
      requireDone(await connection.send('POST', '/api/user/', { body: user, headers }))
      const path = `/api/delegate/${username}/profile/scheme/register/`
      const ask = { username, ...scheme, value: { register: 'new-credential' } }
      const asked = requireSuccess(await connection.send('POST', path, { body: ask, headers }), 'challenge')
      const created = device.create({
        rp: { id: 'localhost' },
        user: { ...(asked.user as { id: string; name: string }), displayName: username },
        challenge: toUrl(String(asked.challenge)),
        pubKeyCredParams: asked['pubKey-cred-params'] as { alg: number }[],
      } as RegistrationRequestOptions)
      const { credentialId, clientDataJSON, attestationObject } = created
      const response = { clientDataJSON: fromUrl(clientDataJSON), attestationObject: fromUrl(attestationObject) }
      const credential = { id: credentialId, type: 'public-key', rawId: fromUrl(credentialId), response }
      const value = { register: 'register-credential', session: asked.session, credential }
      requireDone(await connection.send('POST', path, { body: { username, ...scheme, value }, headers }))
      return { username, credentialId }
    }),
    async begin(connection, { username }) {
      const body = { username, ...scheme, value: {} }
      const asked = requireSuccess(await connection.send('POST', '/api/auth/scheme/trigger/', { body }), 'challenge')
      const allowed = asked.allowCredentials as { credential_id: string }[]
      const allowCredentials = allowed.map(({ credential_id }) => ({ type: 'public-key', id: toUrl(credential_id) }))
      const options = { challenge: toUrl(String(asked.challenge)), rpId: 'localhost', allowCredentials }
      return { options: options as AssertionOptions, state: { username, session: asked.session } }
    },
    async finish(connection, { state }, { credentialId, clientDataJSON, authenticatorData, signature, userHandle }) {
      const { username, session } = state as { username: string; session: string }
      const fields = { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? '' }
      const response = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, fromUrl(text)]))
      const credential = { id: credentialId, type: 'public-key', rawId: fromUrl(credentialId), response }
      const body = { username, ...scheme, value: { session, credential } }
      const signedIn = await connection.send('POST', '/api/auth/', { body })
      requireDone(signedIn)
      return toCookieHeader(signedIn)
    },
  }),
}

/** Calls that one session of an administrator makes at the same time can fail. */
function oneAtATime(register: Calls['register']): Calls['register'] {
  let last: Promise<unknown> = Promise.resolve()
  return (connection, username) => {
    const done = last.then(() => register(connection, username))
    last = done.catch(() => {})
    return done
  }
}

const toUrl = (base64: string) => Buffer.from(base64, 'base64').toString('base64url')
const fromUrl = (base64url: string) => Buffer.from(base64url, 'base64url').toString('base64')

function requireDone({ status, body }: RawResponse): void {
  if (status !== 200) throw new Error(`Unexpected response ${status}: ${body.slice(0, 200)}`)
}

/** Creates the database and the configuration; returns the path of that. */
function prepare({ folder, port }: Place): string {
  const path = join(folder, 'glewlwyd.db')
  const database = new DatabaseSync(path)
  // SQLite keeps this mode in the file, and FULL is the default of `synchronous`.
  database.exec('PRAGMA journal_mode = WAL')
  database.exec(readFileSync(tables, 'utf8'))
  database.close()
  const config = join(folder, 'glewlwyd.conf')
  const settings = {
    port,
    bind_address: '127.0.0.1',
    external_url: `http://localhost:${port}`,
    login_url: 'login.html',
    api_prefix: 'api',
    log_mode: 'console',
    log_level: 'ERROR',
    cookie_domain: 'localhost',
    cookie_secure: 0,
    session_expiration: 86_400,
    session_key: 'GLEWLWYD2_SESSION_ID',
    admin_scope: 'g_admin',
    profile_scope: 'g_profile',
    user_module_path: '/usr/lib/glewlwyd/user',
    client_module_path: '/usr/lib/glewlwyd/client',
    user_auth_scheme_module_path: '/usr/lib/glewlwyd/scheme',
    plugin_module_path: '/usr/lib/glewlwyd/plugin',
    hash_algorithm: 'SHA512',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  writeFileSync(config, [...lines, `database = { type = "sqlite3"; path = ${JSON.stringify(path)}; };`, ''].join('\n'))
  return config
}

/** Signs the administrator in, and adds passkeys as a way to sign in. Returns the header of that session. */
async function setUp(origin: string): Promise<string> {
  const send = async (call: string, body: object, headers: Record<string, string> = {}) => {
    const [method, path] = call.split(' ')
    const response = await fetch(`${origin}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${call} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const signedIn = await send('POST /auth/', { username: 'admin', password: firstPassword })
  const cookie = signedIn.headers.getSetCookie().map((one) => one.split(';')[0])[0]!
  const parameters = {
    'session-mandatory': false,
    seed: randomBytes(24).toString('hex'),
    'challenge-length': 64,
    'credential-expiration': 120,
    'credential-assertion': 120,
    'rp-origin': origin,
    'pubKey-cred-params': [-7],
    ctsProfileMatch: 1,
    basicIntegrity: 1,
    fmt: { packed: true, none: true },
    'force-fmt-none': true,
  }
  const about = { module: 'webauthn', name: scheme.scheme_name, display_name: 'Passkey', expiration: 600, max_use: 0 }
  await send('POST /mod/scheme/', { ...about, allow_user_register: true, parameters }, { cookie })
  const scope = { display_name: 'Profile', password_required: true, password_max_age: 600, scheme: { 1: [scheme] } }
  await send('PUT /scope/g_profile', scope, { cookie })
  return `cookie: ${cookie}`
}
