import { randomBytes } from 'node:crypto'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import {
  type Adapter,
  benchClient,
  createRedeem,
  requireSuccess,
  requireText,
  toAssertionJson,
  toCookieHeader,
  toRegistrationJson,
} from './adapter.ts'
import { commitsOnSqlite, readProgramVersion, startProgram } from './program.ts'

/** The environment variable that names the program. */
const variable = 'BENCH_POCKET_ID'

/** Pocket ID 2 on SQLite: https://pocket-id.org/docs/configuration/environment-variables */
export const pocketId: Adapter = {
  modes: ['passkey'],
  works: ['sign-ins', 'sign-ups', 'authorizations'],
  commits: commitsOnSqlite,
  version: () => readProgramVersion(process.env[variable]!, ['version']),
  missing: () => (process.env[variable] ? undefined : `${variable} names no program`),
  async start(place) {
    const started = await startProgram(
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
    )
    await createClient(place.port).catch((error) => {
      started.stop()
      throw error
    })
    return started
  },
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
    openBrowser: (_connection, _user, signIn) => signIn(),
    // Its page makes this call, after one that loads the page.
    async authorize(connection, headers) {
      const body = {
        clientID: benchClient.id,
        scope: benchClient.scope,
        callbackURL: benchClient.redirectUri,
        nonce: '3f1d9a62',
        codeChallenge: benchClient.challenge,
        codeChallengeMethod: 'S256',
      }
      return requireText(await connection.send('POST', '/api/oidc/authorize', { body, headers }), 'code')
    },
    redeem: createRedeem({ token: '/api/oidc/token', userinfo: '/api/oidc/userinfo' }),
  }),
}

/** Sets up the administrator, who creates the client of the authorizations. */
async function createClient(port: number): Promise<void> {
  const connection = new RawConnection(port)
  const admin = { username: 'admin', firstName: 'Admin', lastName: '', email: 'admin@example.com' }
  const signedUp = await connection.send('POST', '/api/signup/setup', { body: admin })
  const { id, redirectUri } = benchClient
  const body = { id, name: 'Bench', callbackURLs: [redirectUri], isPublic: true, pkceEnabled: true }
  const created = await connection.send('POST', '/api/oidc/clients', { body, headers: toCookieHeader(signedUp) })
  connection.close()
  if (created.status !== 201) throw new Error(`Unexpected response ${created.status}: ${created.body}`)
}
