import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import { type Adapter, type Place, requireSuccess, toAssertionJson, toRegistrationJson } from './adapter.ts'
import { commitsOnPostgres, readProgramVersion, startOnPostgres, startProgram } from './program.ts'

/** The environment variable that names the program. */
const variable = 'BENCH_HANKO'

/** Two for each of 128 sign-ins at a time; the server of `startOnPostgres` allows 300. */
const connections = 260

/**
 * Hanko 3 on PostgreSQL, with usernames and passkeys only. A sign-in is three calls: the second tells it that the browser has
 * passkeys, and only its response has the options.
 */
export const hanko: Adapter = {
  modes: ['passkey'],
  works: ['sign-ins', 'sign-ups', 'verifications'],
  commits: commitsOnPostgres,
  version: () => readProgramVersion(process.env[variable]!, ['version']),
  missing: () => (process.env[variable] ? undefined : `${variable} names no program`),
  start: (place) =>
    startOnPostgres(async (url) => {
      const config = writeConfig(place, new URL(url))
      execFileSync(process.env[variable]!, ['migrate', 'up', '--config', config], { stdio: 'pipe' })
      return startProgram({ run: [process.env[variable]!, 'serve', 'all', '--config', config] }, place)
    }),
  calls: ({ device }) => ({
    async register(connection, username) {
      const flow = await startFlow(connection, 'registration')
      // No hyphens are allowed.
      const input = { username: username.replaceAll('-', '_') }
      const named = await act(connection, flow, { action: 'register_login_identifier', input })
      const asked = await act(connection, named, { action: 'webauthn_generate_creation_options' })
      const { publicKey } = asked.payload.creation_options as { publicKey: RegistrationRequestOptions }
      const created = device.create(publicKey)
      const passkey = { public_key: toRegistrationJson(created) }
      const done = await act(connection, asked, { action: 'webauthn_verify_attestation_response', input: passkey })
      requireState(done, 'success')
      return { username, credentialId: created.credentialId }
    },
    async begin(connection) {
      const flow = await startFlow(connection, 'login')
      const { publicKey } = flow.payload.request_options as { publicKey: AssertionOptions }
      return { options: publicKey, state: flow }
    },
    async finish(connection, { state }, assertion) {
      const input = { assertion_response: toAssertionJson(assertion) }
      const done = await act(connection, state as Flow, { action: 'webauthn_verify_assertion_response', input })
      requireState(done, 'success')
      const token = /\r\nx-auth-token: *([^\r]+)/i.exec(done.head)?.[1]
      if (!token) throw new Error('The response has no token')
      return token
    },
    async verify(connection, token) {
      const body = { session_token: token }
      requireSuccess(await connection.send('POST', '/sessions/validate', { body }), 'is_valid')
    },
  }),
}

/** The state of a flow, what can be done next, and the headers of the response. */
type Flow = {
  name: string
  head: string
  payload: Record<string, unknown>
  csrf_token: string
  actions: Record<string, { href: string }>
}

async function startFlow(connection: RawConnection, name: 'login' | 'registration'): Promise<Flow> {
  const flow = await send(connection, `/${name}`)
  const abilities = ['webauthn_available', 'webauthn_conditional_mediation_available']
  return act(connection, flow, {
    action: 'register_client_capabilities',
    input: Object.fromEntries(abilities.map((one) => [one, true])),
  })
}

type Act = { action: string; input?: object }

function act(connection: RawConnection, { actions, csrf_token, name }: Flow, { action, input = {} }: Act) {
  const href = actions[action]?.href
  if (!href) throw new Error(`The state ${name} has no action ${action}`)
  return send(connection, href, { input_data: input, csrf_token })
}

async function send(connection: RawConnection, path: string, body: object = {}): Promise<Flow> {
  const response = await connection.send('POST', path, { body })
  return { ...(requireSuccess(response, 'name') as unknown as Flow), head: response.head }
}

function requireState({ name }: Flow, expected: string): void {
  if (name !== expected) throw new Error(`The state is ${name}, not ${expected}`)
}

function writeConfig({ folder, port }: Place, database: URL): string {
  const path = join(folder, 'hanko.yaml')
  const { hostname: host, port: databasePort, username: user } = database
  const origins = [`http://localhost:${port}`]
  const config = {
    database: {
      user,
      password: '',
      host,
      port: databasePort,
      database: 'postgres',
      dialect: 'postgres',
      // A flow holds a connection while it takes another: with the default of 5, sixteen sign-ups at a time never ended.
      pool: connections,
      idle_pool: connections,
    },
    server: {
      public: { address: `127.0.0.1:${port}` },
      admin: { address: `127.0.0.1:${port + 1}` },
      management: { address: `127.0.0.1:${port + 2}` },
    },
    cors: { allow_origins: origins },
    webauthn: { relying_party: { id: 'localhost', display_name: 'Bench', origins } },
    secret_keys: [randomBytes(24).toString('hex')],
    username: { enabled: true, optional: false },
    email: { enabled: false },
    email_delivery: { enabled: false },
    password: { enabled: false },
    mfa: { enabled: false },
    passkey: { optional: false, attestation_preference: 'none' },
    session: { enable_auth_token_header: true },
    audit_log: { console_output: { enabled: false } },
    rate_limiter: { enabled: false },
  }
  // JSON is YAML.
  writeFileSync(path, JSON.stringify(config))
  return path
}
