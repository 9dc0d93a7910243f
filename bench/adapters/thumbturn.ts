import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import {
  type Adapter,
  authorizationQuery,
  benchClient,
  createRedeem,
  type Place,
  type RunningContestant,
  requireCode,
  requireSuccess,
  requireText,
  type Site,
  toCookieHeader,
  toPageRequest,
  works,
} from './adapter.ts'
import {
  commitsOnPostgres,
  commitsOnSqlite,
  createEnvironment,
  findMissingBundle,
  type Program,
  root,
  runBundle,
  startOnPostgres,
  startProgram,
} from './program.ts'

const program: Program = {
  run: runBundle,
  // The load comes from one address, and the other contestants count nothing either.
  env: (port) => ({ HOST: '127.0.0.1', BASE_URL: `http://localhost:${port}`, RATE_LIMITS: 'off' }),
}

/** Creates the client of the authorizations, whose users aren't asked for consent. */
const createClient = [
  ...['client', 'create', 'demo', '--id', benchClient.id, '--name', 'Bench', '--type', 'singlePage'],
  ...['--redirect-uri', benchClient.redirectUri, '--set', 'consent=skip'],
]

/** Starts the service, and makes an API key of a backend that verifies tokens. */
async function start(program: Program, place: Place): Promise<RunningContestant> {
  const started = await startProgram(program, place)
  const [node, ...args] = program.run
  const create = [...args.slice(0, -1), 'key', 'create', 'demo', '--scope', 'user:read', '--json']
  try {
    const options = { cwd: program.cwd ?? root, env: createEnvironment(program, place, place.port) }
    const { stdout } = await promisify(execFile)(node!, create, options)
    // An earlier commit may know no clients, and isn't compared by them.
    if (program.cwd === undefined) await promisify(execFile)(node!, [...args.slice(0, -1), ...createClient], options)
    return { ...started, credential: (JSON.parse(stdout) as { key: string }).key }
  } catch (error) {
    started.stop()
    throw error
  }
}

const calls = ({ device, origin, mode, credential }: Site): ReturnType<Adapter['calls']> => ({
  async register(connection, username) {
    const user = { username, displayName: username }
    const request = toPageRequest(origin, { app: { id: 'demo' }, deviceInfo: {}, user })
    const started = requireSuccess(await connection.send('POST', '/fido2/v2/reg/init', request))
    const creationResult = device.create(started.registrationRequestOptions as RegistrationRequestOptions)
    const completion = toPageRequest(origin, { session: started.session, creationResult })
    requireSuccess(await connection.send('POST', '/fido2/v2/reg/complete', completion), 'jwtAccess')
    return { username, credentialId: creationResult.credentialId }
  },
  async begin(connection, { username }) {
    const user = { username: mode === 'name' ? username : '' }
    const request = toPageRequest(origin, { app: { id: 'demo' }, deviceInfo: {}, user })
    const { session, assertionOptions } = requireSuccess(await connection.send('POST', '/fido2/v2/auth/init', request))
    return { options: assertionOptions as AssertionOptions, state: session }
  },
  async finish(connection, { state: session }, assertionResult) {
    const request = toPageRequest(origin, { session, assertionResult })
    return requireText(await connection.send('POST', '/fido2/v2/auth/complete', request), 'jwtAccess')
  },
  async beginTransaction(connection, { username }) {
    const request = toPageRequest(origin, {
      username,
      txType: 'raw',
      txPayload: 'Pay 25.00 EUR to Ada Lovelace',
      nonce: randomUUID(),
    })
    const { session, assertionOptions } = requireSuccess(await connection.send('POST', '/fido2/v2/tx/init', request))
    return { options: assertionOptions as AssertionOptions, state: session }
  },
  async finishTransaction(connection, { state: session }, assertion) {
    const { credentialId: keyHandle, clientDataJSON: clientData, authenticatorData, signature } = assertion
    const request = toPageRequest(origin, { session, keyHandle, clientData, authenticatorData, signature })
    requireSuccess(await connection.send('POST', '/fido2/v2/tx/complete', request), 'token')
  },
  async verify(connection, jwtAccess) {
    const content = { body: { jwtAccess }, headers: `authorization: Bearer ${credential}\r\n` }
    const { status, body } = await connection.send('POST', '/fido2/v2/mgmt/token/verify', content)
    if (status !== 204) throw new Error(`Unexpected response ${status}: ${body.slice(0, 200)}`)
  },
  async openBrowser(connection, _, signIn) {
    const request = toPageRequest(origin, { token: await signIn() })
    const begun = await connection.send('POST', '/apps/demo/openid/pages/session', request)
    requireSuccess(begun)
    return toCookieHeader(begun)
  },
  async authorize(connection, headers) {
    const path = `/apps/demo/openid/authorize?${authorizationQuery}`
    return requireCode(await connection.send('GET', path, { headers }))
  },
  redeem: createRedeem({ token: '/apps/demo/openid/token', userinfo: '/apps/demo/openid/userinfo' }),
})

const onSqlite: Adapter = {
  modes: ['passkey', 'name'],
  works,
  commits: commitsOnSqlite,
  version: () => JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version,
  missing: findMissingBundle,
  start: (place) => start(program, place),
  calls,
}

/** Starts the bundle of another checkout, with the Node and the flags of that one. */
export const startIn = (cwd: string): Pick<Adapter, 'start'> => {
  const run = [join(cwd, 'node_modules/node/bin/node'), ...runBundle.slice(1)]
  return { start: (place) => start({ ...program, run, cwd }, place) }
}

/** On a PostgreSQL server with its default settings, which flushes every commit, and as many processes of the service. */
const onPostgres = (processes: number): Adapter => ({
  ...onSqlite,
  commits: commitsOnPostgres,
  start: (place) =>
    startOnPostgres((url) => {
      const THUMBTURN_MASTER_KEY = randomBytes(32).toString('base64url')
      const env = { DATABASE_URL: url, THUMBTURN_MASTER_KEY, ...place.env }
      return start({ ...program, processes }, { ...place, env })
    }),
})

export const thumbturn = {
  thumbturn: onSqlite,
  'thumbturn-postgres': onPostgres(1),
  'thumbturn-postgres-2': onPostgres(2),
} satisfies Record<string, Adapter>
