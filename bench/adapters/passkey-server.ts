import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import { type Adapter, type Place, requireSuccess, toAssertionJson, toRegistrationJson } from './adapter.ts'
import { startOnPostgres, startProgram } from './program.ts'

/** The environment variable that names the program. */
const variable = 'BENCH_PASSKEY_SERVER'

/**
 * Hanko's passkey-server on PostgreSQL, as its README sets it up. Its API identifies a tenant in each path; the load finds the only
 * one at the admin port, which follows the port of the API.
 */
export const passkeyServer: Adapter = {
  modes: ['passkey'],
  signsUp: true,
  missing: () => (process.env[variable] ? undefined : `${variable} names no program`),
  start: (place) =>
    startOnPostgres(async (url) => {
      const config = writeConfig(place, new URL(url))
      execFileSync(process.env[variable]!, ['migrate', 'up', '--config', config], { stdio: 'pipe' })
      return startProgram({ run: [process.env[variable]!, 'serve', 'all', '--config', config] }, place)
    }),
  calls({ device, origin }) {
    let created: Promise<Tenant> | undefined
    const findTenant = () => {
      created ??= createTenant(origin)
      return created
    }
    return {
      async register(connection, username) {
        const { id: tenant, apiKey } = await findTenant()
        const content = { body: { user_id: randomUUID(), username }, headers: `apiKey: ${apiKey}\r\n` }
        const started = await connection.send('POST', `/${tenant}/registration/initialize`, content)
        const passkey = device.create(requireSuccess(started, 'publicKey').publicKey as RegistrationRequestOptions)
        const body = toRegistrationJson(passkey)
        requireSuccess(await connection.send('POST', `/${tenant}/registration/finalize`, { body }), 'token')
        return { username, credentialId: passkey.credentialId }
      },
      async begin(connection) {
        const { id: tenant } = await findTenant()
        const started = await connection.send('POST', `/${tenant}/login/initialize`, { body: {} })
        return { options: requireSuccess(started, 'publicKey').publicKey as AssertionOptions }
      },
      async finish(connection, _, assertion) {
        const { id: tenant } = await findTenant()
        const body = toAssertionJson(assertion)
        requireSuccess(await connection.send('POST', `/${tenant}/login/finalize`, { body }), 'token')
      },
    }
  },
}

function writeConfig({ folder, port }: Place, database: URL): string {
  const path = join(folder, 'config.yaml')
  const { hostname: host, port: databasePort, username: user } = database
  const about = { user, password: '', host, port: databasePort, database: 'postgres', dialect: 'postgres' }
  // JSON is YAML.
  const config = { address: `127.0.0.1:${port}`, admin_address: `127.0.0.1:${port + 1}`, database: about }
  writeFileSync(path, JSON.stringify(config))
  return path
}

type Tenant = { id: string; apiKey: string }

async function createTenant(origin: string): Promise<Tenant> {
  const admin = new URL(origin)
  admin.port = String(Number(admin.port) + 1)
  const response = await fetch(new URL('/tenants', admin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      display_name: 'Bench',
      create_api_key: true,
      config: {
        cors: { allowed_origins: [origin], allow_unsafe_wildcard: false },
        webauthn: {
          relying_party: { id: 'localhost', display_name: 'Bench', origins: [origin] },
          timeout: 60_000,
          user_verification: 'preferred',
        },
      },
    }),
  })
  if (!response.ok) throw new Error(`No tenant was created: ${response.status} ${await response.text()}`)
  const { id, api_key: key } = (await response.json()) as { id: string; api_key: { secret: string } }
  return { id, apiKey: key.secret }
}
