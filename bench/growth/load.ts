import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import type { AssertionOptions, RegistrationRequestOptions, SoftwareAuthenticator } from '@thumbturn/testkit'
import { findPercentile } from '@thumbturn/testkit/statistics.ts'
import { requireSuccess } from '../adapters/adapter.ts'
import { readUsageWithChildren } from '../load/usage.ts'
import { drawFilledUser, template } from './copies.ts'

const appId = 'demo'

/** Signs up the user whose rows are copied. Returns the ID of the passkey, whose key every copy has. */
export async function signUpTemplate(port: number, device: SoftwareAuthenticator): Promise<string> {
  const connection = new RawConnection(port)
  const user = { username: template, displayName: 'A user' }
  const body = { app: { id: appId }, deviceInfo: { clientName: 'Chrome', osName: 'Linux' }, user }
  const started = requireSuccess(await connection.send('POST', '/fido2/v2/reg/init', { body }))
  const creationResult = device.create(started.registrationRequestOptions as RegistrationRequestOptions)
  const complete = { session: started.session, creationResult }
  requireSuccess(await connection.send('POST', '/fido2/v2/reg/complete', { body: complete }))
  connection.close()
  return creationResult.credentialId
}

/**
 * The measurements of one round: sign-ins a second, their times in milliseconds, and processor time in microseconds, of
 * the service and of a database server.
 */
export type Round = {
  signInsPerSecond: number
  p50: number
  p99: number
  slowest: number
  cpuPerSignIn: number
  databaseCpuPerSignIn: number
  rssMb: number
}

export type Target = {
  port: number
  pid: number
  databasePid: number | undefined
  device: SoftwareAuthenticator
  /** The passkey that signs for all of them. */
  pick: string
  /** How many there are. */
  users: number
}

export type Order = { seconds: number; concurrency: number }

/** Signs in users drawn from all, by username, one after another, with as many sign-ins at a time as asked for. */
export async function measureSignIns(target: Target, { seconds, concurrency }: Order): Promise<Round> {
  const times: number[] = []
  const before = readUsages(target)
  const begun = performance.now()
  const until = begun + seconds * 1_000
  const keepSigningIn = async () => {
    const connection = new RawConnection(target.port)
    for (let now = performance.now(); now < until; ) {
      await signIn(connection, target)
      const end = performance.now()
      times.push(end - now)
      now = end
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: concurrency }, keepSigningIn))
  const elapsed = (performance.now() - begun) / 1_000
  const after = readUsages(target)
  const perSignIn = (of: 'service' | 'database') =>
    ((after[of].cpuSeconds - before[of].cpuSeconds) / times.length) * 1e6
  return {
    signInsPerSecond: times.length / elapsed,
    p50: findPercentile(times, 0.5),
    p99: findPercentile(times, 0.99),
    slowest: times.reduce((slowest, time) => Math.max(slowest, time), 0),
    cpuPerSignIn: perSignIn('service'),
    databaseCpuPerSignIn: perSignIn('database'),
    rssMb: after.service.rssMb,
  }
}

const readUsages = ({ pid, databasePid }: Target) => ({
  service: readUsageWithChildren([pid]),
  database: readUsageWithChildren(databasePid === undefined ? [] : [databasePid]),
})

/** Signs in a user of the target. */
export async function signIn(connection: RawConnection, { device, pick, users }: Target) {
  const user = drawFilledUser(users)
  const body = { app: { id: appId }, deviceInfo: {}, user: { username: user.username } }
  const { session, assertionOptions } = requireSuccess(await connection.send('POST', '/fido2/v2/auth/init', { body }))
  // A signature covers neither the ID of the passkey nor the user handle.
  const assertion = device.get(assertionOptions as AssertionOptions, { pick })
  const assertionResult = { ...assertion, credentialId: user.credentialId, userHandle: user.userHandle }
  requireSuccess(await connection.send('POST', '/fido2/v2/auth/complete', { body: { session, assertionResult } }))
}
