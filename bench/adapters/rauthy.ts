import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { RawResponse } from '@thumbturn/service-harness/raw-http.ts'
import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import { SMTPServer } from 'smtp-server'
import {
  type Adapter,
  benchClient,
  type Calls,
  createRedeem,
  type Place,
  type RunningContestant,
  requireCode,
  requireSuccess,
  requireText,
  toAssertionJson,
  toCookieHeader,
  toRegistrationJson,
} from './adapter.ts'
import { readProgramVersion, startProgram } from './program.ts'

/** The environment variable that names the program. */
const variable = 'BENCH_RAUTHY'

/**
 * Rauthy on its own database, with accounts that have only a passkey. It has no usernameless sign-in, and each one begins with four
 * calls: a session, a proof of work (its lowest difficulty), the name, and the options. An account is created by a backend, and its
 * passkey by the link in an email, so there are no sign-ups to compare.
 */
export const rauthy: Adapter = {
  modes: ['name'],
  works: ['sign-ins', 'authorizations'],
  commits: 'Hiqlite (SQLite behind a log), log_sync=immediate',
  version: () => readProgramVersion(process.env[variable]!, ['--version']),
  missing: () => (process.env[variable] ? undefined : `${variable} names no program`),
  start,
  calls: ({ device, origin, credential = '' }) => ({
    async register(connection, username) {
      const { apiKey, mails } = JSON.parse(credential) as Credential
      const email = `${username}@example.com`
      const body = { email, given_name: 'Bench', language: 'en', roles: [] }
      const headers = `authorization: API-Key ${apiKey}\r\n`
      const userId = requireText(await connection.send('POST', '/auth/v1/users', { body, headers }), 'id')
      const linkId = await readLink(join(mails, email))
      const reset = await connection.send('GET', `/auth/v1/users/${userId}/reset/${linkId}`, {
        headers: 'accept: application/json\r\n',
      })
      const guard = `${toCookieHeader(reset)}x-pwd-csrf-token: ${requireText(reset, 'csrf_token')}\r\n`
      const send = (step: 'start' | 'finish', data: object) =>
        connection.send('POST', `/auth/v1/users/${userId}/webauthn/register/${step}`, {
          body: { passkey_name: 'Bench', magic_link_id: linkId, ...data },
          headers: guard,
        })
      const { publicKey } = requireSuccess(await send('start', {})) as { publicKey: RegistrationRequestOptions }
      const created = device.create(publicKey)
      requireStatus(await send('finish', { data: toRegistrationJson(created) }), 201)
      return { username, credentialId: created.credentialId, userId }
    },
    async begin(connection, { username, userId }) {
      const session = await connection.send('POST', '/auth/v1/oidc/session')
      const { csrf_token: token } = JSON.parse(requireStatus(session, 201).body) as { csrf_token: string }
      // It rejects calls without a user agent, and requires the token of the session.
      const guard = `${toCookieHeader(session)}user-agent: bench\r\nx-csrf-token: ${token}\r\n`
      const challenge = requireStatus(await connection.send('POST', '/auth/v1/pow'), 200).body
      const named = {
        email: `${username}@example.com`,
        pow: solve(challenge),
        client_id: 'rauthy',
        redirect_uri: `${origin}/auth/v1/oidc/callback`,
        code_challenge: toChallenge(token),
        code_challenge_method: 'S256',
      }
      const accepted = await connection.send('POST', '/auth/v1/oidc/authorize', { body: named, headers: guard })
      const body = { purpose: { Login: requireText(accepted, 'code') } }
      const path = `/auth/v1/users/${userId}/webauthn/auth`
      const started = requireSuccess(await connection.send('POST', `${path}/start`, { body, headers: guard }), 'rcr')
      const { publicKey } = started.rcr as { publicKey: AssertionOptions }
      return { options: publicKey, state: { path, guard, code: started.code as string } satisfies State }
    },
    async finish(connection, { state }, assertion) {
      const { path, guard, code } = state as State
      const content = { body: { code, data: toAssertionJson(assertion) }, headers: guard }
      requireStatus(await connection.send('POST', `${path}/finish`, content), 202)
      // From now on, the session belongs to the user.
      return guard
    },
    ...authorizations(origin),
  }),
}

/** The calls of its own client; its page makes the first of them, after one that loads the page. */
const authorizations = (origin: string): Pick<Calls, 'openBrowser' | 'authorize' | 'redeem'> => ({
  openBrowser: (_connection, _user, signIn) => signIn(),
  async authorize(connection, headers) {
    const body = {
      client_id: 'rauthy',
      redirect_uri: `${origin}/auth/v1/oidc/callback`,
      scopes: benchClient.scope.split(' '),
      nonce: '3f1d9a62',
      code_challenge: benchClient.challenge,
      code_challenge_method: 'S256',
    }
    const authorized = await connection.send('POST', '/auth/v1/oidc/authorize/refresh', { body, headers })
    return requireCode(requireStatus(authorized, 202))
  },
  redeem: createRedeem({
    token: '/auth/v1/oidc/token',
    userinfo: '/auth/v1/oidc/userinfo',
    client: { id: 'rauthy', redirectUri: `${origin}/auth/v1/oidc/callback` },
  }),
})

type State = { path: string; guard: string; code: string }

/** The key of the backend that creates accounts, and the folder that has the link mailed to each. */
type Credential = { apiKey: string; mails: string }

async function start(place: Place): Promise<RunningContestant> {
  const mails = join(place.folder, 'mails')
  mkdirSync(mails)
  const mailServer = await startMailServer(mails)
  const secret = randomBytes(32).toString('hex')
  const config = join(place.folder, 'rauthy.toml')
  writeFileSync(config, writeConfig(place, { mailPort: mailServer.port, secret }))
  try {
    const started = await startProgram({ run: [process.env[variable]!, 'serve', '--config-file', config] }, place)
    const stop = () => {
      started.stop()
      mailServer.stop()
    }
    const credential: Credential = { apiKey: `bench$${secret}`, mails }
    return { ...started, credential: JSON.stringify(credential), stop }
  } catch (error) {
    mailServer.stop()
    throw error
  }
}

/** Writes the ID in the link of each email to a file that is named after its recipient. */
async function startMailServer(folder: string) {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      let text = ''
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      stream.on('end', () => {
        // Long lines are broken.
        const linkId = /\/reset\/(\w{64})/.exec(text.replace(/=\r\n/g, ''))?.[1]
        if (linkId) writeFileSync(join(folder, envelope.rcptTo[0]!.address), linkId)
        done()
      })
    },
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  const listener = server.listen(0, '127.0.0.1', resolve)
  await promise
  const { port } = listener.address() as { port: number }
  return { port, stop: () => server.close() }
}

/** Emails arrive soon after an account was created. */
async function readLink(path: string): Promise<string> {
  for (let attempt = 0; attempt < 1000; attempt++) {
    try {
      const linkId = readFileSync(path, 'utf8')
      if (linkId) return linkId
    } catch {
      // It hasn't arrived yet.
    }
    await pause(10)
  }
  throw new Error(`No email arrived at ${path}`)
}

/** https://sebadob.github.io/rauthy/config/config.html */
function writeConfig({ folder, port }: Place, { mailPort, secret }: { mailPort: number; secret: string }): string {
  const access = [{ group: 'Users', access_rights: ['read', 'create', 'update', 'delete'] }]
  const apiKey = Buffer.from(JSON.stringify({ name: 'bench', access })).toString('base64')
  return `
[access]
cookie_mode = 'danger-insecure'
[bootstrap]
api_key = '${apiKey}'
api_key_secret = '${secret}'
bootstrap_dir = '${join(folder, 'bootstrap')}'
[cluster]
node_id = 1
nodes = ['1 localhost:${port + 1} localhost:${port + 2}']
data_dir = '${join(folder, 'hiqlite')}'
log_sync = 'immediate'
secret_raft = '${randomBytes(24).toString('hex')}'
secret_api = '${randomBytes(24).toString('hex')}'
[email]
rauthy_admin_email = 'admin@example.com'
smtp_url = '127.0.0.1'
smtp_port = ${mailPort}
danger_insecure = true
[encryption]
keys = ['bench/${randomBytes(32).toString('base64')}']
key_active = 'bench'
[events]
email = 'admin@example.com'
[logging]
level = 'error'
[pow]
difficulty = 10
[server]
listen_address = '127.0.0.1'
port_http = ${port}
pub_url = 'localhost:${port}'
scheme = 'http'
[webauthn]
rp_id = 'localhost'
rp_origin = 'http://localhost:${port}'
`
}

/** Solves a challenge: a number after which the hash of both begins with as many zero bits as the challenge says. */
function solve(challenge: string): string {
  const difficulty = Number(challenge.split(':')[1])
  for (let counter = 0; ; counter++) {
    const bits = createHash('sha256').update(`${challenge}${counter}`).digest().readUInt32BE() >>> (32 - difficulty)
    if (bits === 0) return `${challenge}${counter}`
  }
}

/** The code challenge of PKCE (RFC 7636 §4.2) for a verifier. */
const toChallenge = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

function requireStatus(response: RawResponse, expected: number): RawResponse {
  if (response.status === expected) return response
  throw new Error(`Unexpected response ${response.status}: ${response.body.slice(0, 200)}`)
}
