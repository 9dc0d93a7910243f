import type { AssertionOptions } from '@thumbturn/testkit'
import { type Adapter, createLocalPasskey, requireSuccess, requireText, toPageRequest } from './adapter.ts'
import { commitsOnSqlite, startProgram } from './program.ts'

const program = { run: [process.execPath, 'bench/contestants/floor.ts'] }

export const floor: Adapter = {
  modes: ['passkey', 'name'],
  works: ['sign-ins'],
  commits: commitsOnSqlite,
  start: (place) => startProgram(program, place),
  calls: ({ device, origin, mode }) => ({
    async register(connection, username) {
      const { credentialId, publicKey, userId } = createLocalPasskey(device, username)
      requireSuccess(await connection.send('POST', '/seed', { body: { username, userId, credentialId, publicKey } }))
      return { username, credentialId }
    },
    async begin(connection, { username }) {
      const content = toPageRequest(origin, mode === 'name' ? { username } : {})
      const { session, assertionOptions } = requireSuccess(await connection.send('POST', '/init', content))
      return { options: assertionOptions as AssertionOptions, state: session }
    },
    async finish(connection, { state: session }, assertionResult) {
      const content = toPageRequest(origin, { session, assertionResult })
      return requireText(await connection.send('POST', '/complete', content), 'jwtAccess')
    },
  }),
}
