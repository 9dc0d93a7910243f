import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AssertionOptions, RegistrationRequestOptions } from '@thumbturn/testkit'
import {
  type Adapter,
  type Place,
  requireSuccess,
  requireText,
  toAssertionJson,
  toRegistrationJson,
} from './adapter.ts'
import { commitsOnPostgres, readProgramVersion, startOnPostgres, startProgram } from './program.ts'

/** The environment variable that names the program. */
const variable = 'BENCH_PASSKEY_SERVER'

/** Hanko's passkey-server on PostgreSQL, as its README sets it up. Its API identifies a tenant in each path. */
export const passkeyServer: Adapter = {
  modes: ['passkey'],
  works: ['sign-ins', 'sign-ups', 'transactions'],
  commits: commitsOnPostgres,
  version: () => readProgramVersion(process.env[variable]!, ['version']),
  missing: () => (process.env[variable] ? undefined : `${variable} names no program`),
  start: (place) =>
    startOnPostgres(async (url) => {
      const config = writeConfig(place, new URL(url))
      execFileSync(process.env[variable]!, ['migrate', 'up', '--config', config], { stdio: 'pipe' })
      const started = await startProgram({ run: [process.env[variable]!, 'serve', 'all', '--config', config] }, place)
      try {
        return { ...started, credential: JSON.stringify(await createTenant(place.port)) }
      } catch (error) {
        started.stop()
        throw error
      }
    }),
  calls({ device, credential }) {
    const { id: tenant, apiKey } = JSON.parse(credential!) as Tenant
    const headers = `apiKey: ${apiKey}\r\n`
    return {
      async register(connection, username) {
        const userId = randomUUID()
        const content = { body: { user_id: userId, username }, headers }
        const started = await connection.send('POST', `/${tenant}/registration/initialize`, content)
        const passkey = device.create(requireSuccess(started, 'publicKey').publicKey as RegistrationRequestOptions)
        const body = toRegistrationJson(passkey)
        requireSuccess(await connection.send('POST', `/${tenant}/registration/finalize`, { body }), 'token')
        return { username, credentialId: passkey.credentialId, userId }
      },
      async begin(connection) {
        const started = await connection.send('POST', `/${tenant}/login/initialize`, { body: {} })
        return { options: requireSuccess(started, 'publicKey').publicKey as AssertionOptions }
      },
      async finish(connection, _, assertion) {
        const body = toAssertionJson(assertion)
        return requireText(await connection.send('POST', `/${tenant}/login/finalize`, { body }), 'token')
      },
      async beginTransaction(connection, { userId }) {
        const about = { transaction_id: randomUUID(), transaction_data: 'Pay 25.00 EUR to Ada Lovelace' }
        const content = { body: { user_id: userId, ...about }, headers }
        const started = await connection.send('POST', `/${tenant}/transaction/initialize`, content)
        return { options: requireSuccess(started, 'publicKey').publicKey as AssertionOptions }
      },
      async finishTransaction(connection, _, assertion) {
        const content = { body: toAssertionJson(assertion), headers }
        requireSuccess(await connection.send('POST', `/${tenant}/transaction/finalize`, content), 'token')
      },
    }
  },
}

const toAdminPort = (port: number) => port + 1

function writeConfig({ folder, port }: Place, database: URL): string {
  const path = join(folder, 'config.yaml')
  const { hostname: host, port: databasePort, username: user } = database
  const about = { user, password: '', host, port: databasePort, database: 'postgres', dialect: 'postgres' }
  // JSON is YAML.
  const config = {
    address: `127.0.0.1:${port}`,
    admin_address: `127.0.0.1:${toAdminPort(port)}`,
    database: about,
  }
  writeFileSync(path, JSON.stringify(config))
  return path
}

type Tenant = { id: string; apiKey: string }

async function createTenant(port: number): Promise<Tenant> {
  const origin = `http://localhost:${port}`
  const response = await fetch(`http://127.0.0.1:${toAdminPort(port)}/tenants`, {
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
