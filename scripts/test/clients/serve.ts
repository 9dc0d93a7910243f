import { apiKeyScopes } from '@thumbturn/contract'
import { createApiKey } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { ensureOwnApplication } from '@thumbturn/service/core/use-cases/applications/own.ts'
import { gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import { origin, startService } from '@thumbturn/service-harness/service.ts'
import { apiKey, signUpUser } from '@thumbturn/service-harness/situations.ts'

// Serves an application with one user until it is stopped. Its parent gets the addresses of its APIs, and credentials.
const service = await startService({ databaseUrl: 'sqlite::memory:' })
const own = await ensureOwnApplication(service.core, origin)
const admin = await createApiKey(service.core, own, { name: 'admin', scopes: ['admin'] })
const backend = await apiKey(service, [...apiKeyScopes])
const gen1 = await gen1Backend(service)
const username = 'ada@example.com'
await signUpUser(service, { username })
const url = await service.server.listen({ port: 0, host: '127.0.0.1' })
const address = `${url}/apps/${service.application.id}`
// A token of the first generation works once.
const describeFor = (language: string) => ({
  language,
  username,
  client: service.application.id,
  current: { url: `${address}/fido2/v2`, credential: backend.text },
  proxy: { url: `${address}/fido2/v2/proxy`, credential: backend.text },
  gen1: { url: address, credential: gen1.token('credentials.list') },
  admin: { url: `${url}/admin/v1`, credential: admin.text },
})
process.send?.(Object.fromEntries(process.argv.slice(2).map((language) => [language, describeFor(language)])))
