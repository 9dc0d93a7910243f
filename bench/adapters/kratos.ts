import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import {
  type Adapter,
  type Place,
  requireSuccess,
  requireText,
  toAssertionJson,
  toRegistrationJson,
} from './adapter.ts'
import { commitsOnPostgres, readProgramVersion, startOnPostgres, startProgram } from './program.ts'

/** The environment variable that names the program. */
const variable = 'BENCH_KRATOS'

/**
 * Ory Kratos on PostgreSQL with its method `passkey`, by the flows that it has for clients without a browser. A sign-up is one step,
 * so it takes as few calls as possible.
 */
export const kratos: Adapter = {
  modes: ['passkey'],
  works: ['sign-ins', 'sign-ups', 'verifications'],
  commits: commitsOnPostgres,
  version: () => readProgramVersion(process.env[variable]!, ['version']),
  missing: () => (process.env[variable] ? undefined : `${variable} names no program`),
  start: (place) =>
    startOnPostgres(async (url) => {
      const config = writeConfig(place, `${url}?sslmode=disable`)
      execFileSync(process.env[variable]!, ['migrate', 'sql', 'up', '--read-from-env', '--yes', '--config', config], {
        stdio: 'pipe',
      })
      return startProgram({ run: [process.env[variable]!, 'serve', '--config', config] }, place)
    }),
  calls: ({ device }) => ({
    async register(connection, username) {
      const flow = readFlow(await connection.send('GET', '/self-service/registration/api'))
      const { credentialOptions } = JSON.parse(flow.nodes.passkey_create_data!)
      const created = device.create(credentialOptions.publicKey as RegistrationRequestOptions)
      const passkey = JSON.stringify(toRegistrationJson(created))
      const body = { method: 'passkey', traits: { email: `${username}@example.com` }, passkey_register: passkey }
      requireSuccess(await connection.send('POST', flow.action, { body }), 'identity')
      return { username, credentialId: created.credentialId }
    },
    async begin(connection) {
      const { nodes, action } = readFlow(await connection.send('GET', '/self-service/login/api'))
      return { options: JSON.parse(nodes.passkey_challenge!).publicKey as AssertionOptions, state: action }
    },
    async finish(connection, { state: action }, assertion) {
      const body = { method: 'passkey', passkey_login: JSON.stringify(toAssertionJson(assertion)) }
      return requireText(await connection.send('POST', action as string, { body }), 'session_token')
    },
    async verify(connection, token) {
      const headers = `x-session-token: ${token}\r\n`
      requireSuccess(await connection.send('GET', '/sessions/whoami', { headers }), 'active')
    },
  }),
}

/** Where a flow is sent, and the values of its fields. */
function readFlow(response: Parameters<typeof requireSuccess>[0]): { action: string; nodes: Record<string, string> } {
  const { ui } = requireSuccess(response, 'ui') as unknown as {
    ui: { action: string; nodes: { attributes: { name: string; value?: string } }[] }
  }
  const { pathname, search } = new URL(ui.action)
  const nodes = Object.fromEntries(ui.nodes.map(({ attributes: { name, value = '' } }) => [name, value]))
  return { action: `${pathname}${search}`, nodes }
}

/** The only trait of a user, which is what a device shows for the passkey. */
const email = { type: 'string', format: 'email', 'ory.sh/kratos': { credentials: { passkey: { display_name: true } } } }
const schema = {
  $id: 'https://example.com/user.schema.json',
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: { traits: { type: 'object', properties: { email }, required: ['email'], additionalProperties: false } },
}

function writeConfig({ folder, port }: Place, dsn: string): string {
  const path = join(folder, 'kratos.json')
  const origin = `http://localhost:${port}`
  const toServer = (at: number) => ({ host: '127.0.0.1', port: at, base_url: `http://localhost:${at}/` })
  const rp = { id: 'localhost', display_name: 'Bench', origins: [origin] }
  const config = {
    dsn,
    serve: { public: toServer(port), admin: toServer(port + 1) },
    selfservice: {
      default_browser_return_url: origin,
      methods: { password: { enabled: false }, passkey: { enabled: true, config: { rp } } },
      flows: { registration: { enable_legacy_one_step: true, after: { passkey: { hooks: [{ hook: 'session' }] } } } },
    },
    log: { level: 'error' },
    secrets: { cookie: [randomBytes(24).toString('hex')], cipher: [randomBytes(16).toString('hex')] },
    ciphers: { algorithm: 'xchacha20-poly1305' },
    identity: {
      default_schema_id: 'user',
      schemas: [{ id: 'user', url: `base64://${Buffer.from(JSON.stringify(schema)).toString('base64')}` }],
    },
    courier: { smtp: { connection_uri: 'smtp://127.0.0.1:9/' } },
  }
  writeFileSync(path, JSON.stringify(config))
  return path
}
