import type { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import { createSoftwareAuthenticator } from '@thumbturn/testkit'
import type { Adapter, SignInMode, User } from '../adapters/adapter.ts'
import { findAdapter } from '../adapters/adapters.ts'

/** What the load does at a contestant. Each throws unless the response is the expected one. */
export interface Flow {
  register(connection: RawConnection, username: string): Promise<User>
  /** One full sign-in: two calls. */
  signIn(connection: RawConnection, user: User): Promise<void>
  /** Throws if a sign-in with a wrong signature succeeds. */
  checkRejection(connection: RawConnection, user: User): Promise<void>
}

/** The flow of a contestant whose first process listens at the port; its device holds the keys of all users that it registers. */
export function createFlow(contestant: string, port: number, mode: SignInMode): Flow {
  const adapter = findAdapter(contestant)
  if (!adapter.modes.includes(mode)) throw new Error(`${contestant} has no sign-in of the mode ${mode}`)
  return createFlowOver(adapter, port, mode)
}

/** The same for an adapter that isn't listed. */
export function createFlowOver(adapter: Pick<Adapter, 'calls'>, port: number, mode: SignInMode): Flow {
  const origin = `http://localhost:${port}`
  const device = createSoftwareAuthenticator({ origin, algorithm: -7 })
  const { register, begin, finish } = adapter.calls({ device, origin, mode })
  return {
    register,
    async signIn(connection, user) {
      const begun = await begin(connection, user)
      await finish(connection, begun, device.get(begun.options, { pick: user.credentialId }))
    },
    async checkRejection(connection, user) {
      const begun = await begin(connection, user)
      const assertion = device.get(begun.options, { pick: user.credentialId })
      const wrong = Buffer.from(assertion.signature, 'base64url')
      // The last byte of an ECDSA signature is in s, so only its value is wrong.
      wrong[wrong.length - 1]! ^= 1
      const accepted = await finish(connection, begun, { ...assertion, signature: wrong.toString('base64url') }).then(
        () => true,
        () => false,
      )
      if (accepted) throw new Error('The contestant accepts a wrong signature')
    },
  }
}
