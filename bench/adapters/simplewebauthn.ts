import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import {
  type Adapter,
  requireSuccess,
  toAssertionJson,
  toCookieHeader,
  toPageRequest,
  toRegistrationJson,
} from './adapter.ts'
import { commitsOnSqlite, readPackageVersion, startProgram } from './program.ts'

const program = { run: [process.execPath, 'bench/contestants/simplewebauthn.ts'] }

/** A server as its author writes it from the guide of a library. */
export const simpleWebAuthn: Adapter = {
  modes: ['passkey', 'name'],
  works: ['sign-ins', 'sign-ups'],
  commits: commitsOnSqlite,
  version: () => readPackageVersion('@simplewebauthn/server'),
  start: (place) => startProgram(program, place),
  calls: ({ device, origin, mode }) => ({
    async register(connection, username) {
      const started = await connection.send('POST', '/register/options', toPageRequest(origin, { username }))
      const created = device.create(requireSuccess(started) as unknown as RegistrationRequestOptions)
      const content = toPageRequest(origin, toRegistrationJson(created), toCookieHeader(started))
      requireSuccess(await connection.send('POST', '/register/verify', content), 'verified')
      return { username, credentialId: created.credentialId }
    },
    async begin(connection, { username }) {
      const content = toPageRequest(origin, mode === 'name' ? { username } : {})
      const started = await connection.send('POST', '/login/options', content)
      return { options: requireSuccess(started) as unknown as AssertionOptions, state: toCookieHeader(started) }
    },
    async finish(connection, { state: cookies }, assertion) {
      const content = toPageRequest(origin, toAssertionJson(assertion), cookies as string)
      const signedIn = await connection.send('POST', '/login/verify', content)
      requireSuccess(signedIn, 'verified')
      return toCookieHeader(signedIn)
    },
  }),
}
