import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import { type Adapter, requireSuccess, toAssertionJson, toCookieHeader, toRegistrationJson } from './adapter.ts'
import { startProgram } from './program.ts'

const program = { run: [process.execPath, 'bench/contestants/simplewebauthn.ts'] }

/** A server as its author writes it from the guide of a library. */
export const simpleWebAuthn: Adapter = {
  modes: ['passkey', 'name'],
  signsUp: true,
  start: (place) => startProgram(program, place),
  calls: ({ device, mode }) => ({
    async register(connection, username) {
      const started = await connection.send('POST', '/register/options', { body: { username } })
      const created = device.create(requireSuccess(started) as unknown as RegistrationRequestOptions)
      const content = { body: toRegistrationJson(created), headers: toCookieHeader(started) }
      requireSuccess(await connection.send('POST', '/register/verify', content), 'verified')
      return { username, credentialId: created.credentialId }
    },
    async begin(connection, { username }) {
      const body = mode === 'name' ? { username } : {}
      const started = await connection.send('POST', '/login/options', { body })
      return { options: requireSuccess(started) as unknown as AssertionOptions, state: toCookieHeader(started) }
    },
    async finish(connection, { state: headers }, assertion) {
      const content = { body: toAssertionJson(assertion), headers: headers as string }
      requireSuccess(await connection.send('POST', '/login/verify', content), 'verified')
    },
  }),
}
