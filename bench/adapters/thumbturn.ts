import { randomBytes } from 'node:crypto'
import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import { type Adapter, requireSuccess, type Site } from './adapter.ts'
import { type Program, startOnPostgres, startProgram } from './program.ts'

/** What users install: the bundle, with the flags that it starts with everywhere. */
const program: Program = {
  run: [process.execPath, 'scripts/run/with-node.mjs', 'scripts/run/bundled-start.mjs', 'serve'],
  // The load comes from one address, and the other contestants count nothing either.
  env: (port) => ({ HOST: '127.0.0.1', BASE_URL: `http://localhost:${port}`, RATE_LIMITS: 'off' }),
}

const calls = ({ device, mode }: Site): ReturnType<Adapter['calls']> => ({
  async register(connection, username) {
    const user = { username, displayName: username }
    const body = { app: { id: 'demo' }, deviceInfo: {}, user }
    const started = requireSuccess(await connection.send('POST', '/fido2/v2/reg/init', { body }))
    const creationResult = device.create(started.registrationRequestOptions as RegistrationRequestOptions)
    const rest = { session: started.session, creationResult }
    requireSuccess(await connection.send('POST', '/fido2/v2/reg/complete', { body: rest }), 'jwtAccess')
    return { username, credentialId: creationResult.credentialId }
  },
  async begin(connection, { username }) {
    const user = { username: mode === 'name' ? username : '' }
    const body = { app: { id: 'demo' }, deviceInfo: {}, user }
    const { session, assertionOptions } = requireSuccess(await connection.send('POST', '/fido2/v2/auth/init', { body }))
    return { options: assertionOptions as AssertionOptions, state: session }
  },
  async finish(connection, { state: session }, assertionResult) {
    const body = { session, assertionResult }
    requireSuccess(await connection.send('POST', '/fido2/v2/auth/complete', { body }), 'jwtAccess')
  },
})

const onSqlite: Adapter = {
  modes: ['passkey', 'name'],
  signsUp: true,
  start: (place) => startProgram(program, place),
  calls,
}

/** On a PostgreSQL server with its default settings, which flushes every commit, and as many processes of the service. */
const onPostgres = (processes: number): Adapter => ({
  ...onSqlite,
  start: (place) =>
    startOnPostgres((url) => {
      const THUMBTURN_MASTER_KEY = randomBytes(32).toString('base64url')
      const env = { DATABASE_URL: url, THUMBTURN_MASTER_KEY, ...place.env }
      return startProgram({ ...program, processes }, { ...place, env })
    }),
})

export const thumbturn: Record<'thumbturn' | 'thumbturn-postgres' | 'thumbturn-postgres-2', Adapter> = {
  thumbturn: onSqlite,
  'thumbturn-postgres': onPostgres(1),
  'thumbturn-postgres-2': onPostgres(2),
}
