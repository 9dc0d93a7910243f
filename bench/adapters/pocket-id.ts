import { randomBytes } from 'node:crypto'
import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import { type Adapter, requireSuccess, toAssertionJson, toCookieHeader, toRegistrationJson } from './adapter.ts'
import { commitsOnSqlite, readProgramVersion, startProgram } from './program.ts'

/** The environment variable that names the program. */
const variable = 'BENCH_POCKET_ID'

/** Pocket ID 2 on SQLite: https://pocket-id.org/docs/configuration/environment-variables */
export const pocketId: Adapter = {
  modes: ['passkey'],
  works: ['sign-ins', 'sign-ups'],
  commits: commitsOnSqlite,
  version: () => readProgramVersion(process.env[variable]!, ['version']),
  missing: () => (process.env[variable] ? undefined : `${variable} names no program`),
  start: (place) =>
    startProgram(
      {
        run: [process.env[variable]!],
        env: (port) => ({
          HOST: '127.0.0.1',
          APP_URL: `http://localhost:${port}`,
          ENCRYPTION_KEY: randomBytes(32).toString('base64'),
          DB_CONNECTION_STRING: `file:${place.folder}/pocket-id.db?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)`,
          UPLOAD_PATH: `${place.folder}/uploads`,
          GEOLITE_DB_PATH: `${place.folder}/GeoLite2-City.mmdb`,
          UI_CONFIG_DISABLED: 'true',
          ALLOW_USER_SIGNUPS: 'open',
          DISABLE_RATE_LIMITING: 'true',
          ANALYTICS_DISABLED: 'true',
          VERSION_CHECK_DISABLED: 'true',
          LOG_LEVEL: 'error',
        }),
      },
      place,
    ),
  calls: ({ device }) => ({
    async register(connection, username) {
      const body = { username, firstName: username, lastName: '', email: `${username}@example.com` }
      const signedUp = await connection.send('POST', '/api/signup', { body })
      if (signedUp.status !== 201) throw new Error(`Unexpected response ${signedUp.status}: ${signedUp.body}`)
      const user = toCookieHeader(signedUp)
      const started = await connection.send('GET', '/api/webauthn/register/start', { headers: user })
      const created = device.create(requireSuccess(started) as unknown as RegistrationRequestOptions)
      // Both cookies: the user's, and that of the ceremony.
      const headers = `${user.trimEnd()}; ${toCookieHeader(started).slice('cookie: '.length)}`
      const content = { body: toRegistrationJson(created), headers }
      requireSuccess(await connection.send('POST', '/api/webauthn/register/finish', content), 'id')
      return { username, credentialId: created.credentialId }
    },
    async begin(connection) {
      const started = await connection.send('GET', '/api/webauthn/login/start')
      return { options: requireSuccess(started) as unknown as AssertionOptions, state: toCookieHeader(started) }
    },
    async finish(connection, { state: headers }, assertion) {
      const content = { body: toAssertionJson(assertion), headers: headers as string }
      const signedIn = await connection.send('POST', '/api/webauthn/login/finish', content)
      requireSuccess(signedIn, 'id')
      return toCookieHeader(signedIn)
    },
  }),
}
