import type { AssertionOptions } from '@thumbturn/testkit'
import { type Adapter, createLocalPasskey, requireSuccess, requireText } from './adapter.ts'
import { commitsOnSqlite, startProgram } from './program.ts'

const program = { run: [process.execPath, 'bench/contestants/floor.ts'] }

export const floor: Adapter = {
  modes: ['passkey', 'name'],
  works: ['sign-ins'],
  commits: commitsOnSqlite,
  start: (place) => startProgram(program, place),
  calls: ({ device, mode }) => ({
    async register(connection, username) {
      const { credentialId, publicKey, userId } = createLocalPasskey(device, username)
      requireSuccess(await connection.send('POST', '/seed', { body: { username, userId, credentialId, publicKey } }))
      return { username, credentialId }
    },
    async begin(connection, { username }) {
      const body = mode === 'name' ? { username } : {}
      const { session, assertionOptions } = requireSuccess(await connection.send('POST', '/init', { body }))
      return { options: assertionOptions as AssertionOptions, state: session }
    },
    async finish(connection, { state: session }, assertionResult) {
      const body = { session, assertionResult }
      return requireText(await connection.send('POST', '/complete', { body }), 'jwtAccess')
    },
  }),
}
