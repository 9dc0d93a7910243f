import type { AssertionOptions } from '@thumbturn/testkit'
import {
  type Adapter,
  createLocalPasskey,
  requireSuccess,
  toAssertionJson,
  toCookieHeader,
  toPageRequest,
} from './adapter.ts'
import { commitsOnSqlite, readPackageVersion, startProgram } from './program.ts'

const program = { run: [process.execPath, 'bench/contestants/better-auth.ts'] }

export const betterAuth: Adapter = {
  modes: ['passkey'],
  works: ['sign-ins', 'verifications'],
  commits: commitsOnSqlite,
  version: () => readPackageVersion('better-auth'),
  start: (place) => startProgram(program, place),
  calls: ({ device, origin }) => ({
    async register(connection, username) {
      const { credentialId, cose } = createLocalPasskey(device, username)
      requireSuccess(await connection.send('POST', '/seed', { body: { username, credentialId, cose } }))
      return { username, credentialId }
    },
    async begin(connection) {
      const started = await connection.send('GET', '/api/auth/passkey/generate-authenticate-options')
      return { options: requireSuccess(started) as unknown as AssertionOptions, state: toCookieHeader(started) }
    },
    async finish(connection, { state: cookie }, assertion) {
      const content = toPageRequest(origin, { response: toAssertionJson(assertion) }, cookie as string)
      const signedIn = await connection.send('POST', '/api/auth/passkey/verify-authentication', content)
      requireSuccess(signedIn, 'session')
      return toCookieHeader(signedIn)
    },
    async verify(connection, headers) {
      requireSuccess(await connection.send('GET', '/api/auth/get-session', { headers }), 'session')
    },
  }),
}
