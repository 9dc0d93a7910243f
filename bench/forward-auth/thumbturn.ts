import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { RawConnection } from '@thumbturn/service-harness/raw-http.ts'
import { createSoftwareAuthenticator } from '@thumbturn/testkit'
import { type Place, requireSuccess, requireText, toCookieHeader, toPageRequest } from '../adapters/adapter.ts'
import { createEnvironment, type Program, root, runBundle, startProgram } from '../adapters/program.ts'
import { type Check, follow, page, readLocation } from './check.ts'

const program: Program = {
  run: runBundle,
  env: (port) => ({
    HOST: '127.0.0.1',
    BASE_URL: `http://localhost:${port}`,
    RATE_LIMITS: 'off',
    TRUSTED_PROXIES: '127.0.0.1',
  }),
}

const forwarded = `x-forwarded-host: ${page.host}\r\nx-forwarded-method: GET\r\nx-forwarded-uri: ${page.path}\r\n`

/** A service with a protected site, and a browser that is signed in at its issuer. */
export type Service = {
  issuer: string
  /** Runs a command of the command line. */
  manage(args: readonly string[]): Promise<string>
  /** Takes the browser to the authorization endpoint. Resolves with the address that it returns to. */
  authorize(location: string): Promise<string>
  /** Signs the browser in at the protected site. */
  openSite(): Promise<Check>
}

/** @throws Error if the service doesn't start, or the sign-in fails */
export async function startThumbturn(place: Place): Promise<Service> {
  const { pids } = await startProgram(program, place)
  const origin = `http://localhost:${place.port}`
  const manage = async (args: readonly string[]) => {
    const [node, ...run] = program.run
    const env = createEnvironment(program, place, place.port)
    return (await promisify(execFile)(node!, [...run.slice(0, -1), ...args], { cwd: root, env })).stdout
  }
  const connection = new RawConnection(place.port)
  const cookie = await signIn(connection, origin)
  const authorize = async (location: string) => readLocation(await follow(connection, location, cookie))
  const openSite = async (): Promise<Check> => {
    await manage(['site', 'create', 'demo', page.host, '--name', 'Wiki'])
    const headers = `${await visitSite(connection, authorize)}${forwarded}sec-fetch-mode: navigate\r\n`
    const request = { path: '/apps/demo/forward/check', content: { headers }, status: 204 }
    return { name: 'thumbturn', version: readVersion(), port: place.port, pid: pids[0]!, ...request }
  }
  return { issuer: `${origin}/apps/demo`, manage, authorize, openSite }
}

const readVersion = (): string => JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version

/** A new user's browser session at the issuer, as a Cookie header. */
async function signIn(connection: RawConnection, origin: string): Promise<string> {
  const device = createSoftwareAuthenticator({ origin })
  const user = { username: 'ada@example.com', displayName: 'Ada' }
  const begin = toPageRequest(origin, { app: { id: 'demo' }, deviceInfo: {}, user })
  const { session, registrationRequestOptions } = requireSuccess(
    await connection.send('POST', '/fido2/v2/reg/init', begin),
  )
  const creationResult = device.create(registrationRequestOptions as Parameters<typeof device.create>[0])
  const complete = toPageRequest(origin, { session, creationResult })
  const token = requireText(await connection.send('POST', '/fido2/v2/reg/complete', complete), 'jwtAccess')
  const started = await connection.send('POST', '/apps/demo/openid/pages/session', toPageRequest(origin, { token }))
  requireSuccess(started)
  return toCookieHeader(started)
}

/** The browser's cookie of the site, as a Cookie header. */
async function visitSite(connection: RawConnection, authorize: Service['authorize']): Promise<string> {
  const start = await connection.send('GET', '/apps/demo/forward/start?to=%2F', { headers: forwarded })
  const { search } = new URL(await authorize(readLocation(start)))
  const headers = `${toCookieHeader(start)}${forwarded}`
  return toCookieHeader(await connection.send('GET', `/apps/demo/forward/callback${search}`, { headers }))
}
