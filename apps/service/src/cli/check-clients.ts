import type { Core } from '../core/core.ts'
import { createApplicationAddress } from '../core/model/applications/address.ts'
import type { Application } from '../core/model/applications/application.ts'
import { listHostedPageProblems } from '../core/use-cases/openid-clients/hosted-origin.ts'
import { listExpiringSecrets } from '../core/use-cases/openid-clients/secrets.ts'
import { broken, type Finding, warning } from './finding.ts'
import { layout } from './layout.ts'

/** Problems of the hosted pages, which matter once the application has an OpenID client, and secrets that expire soon. */
export async function checkClients(core: Core, application: Application, baseUrl: string): Promise<Finding[]> {
  const clients = await core.store.openidClients.list(application.id)
  if (clients.length === 0) return []
  const about = `application ${application.id}`
  const issuer = createApplicationAddress(application, baseUrl)
  const problems = listHostedPageProblems(application, { issuer, command: layout.command })
  const expiring = listExpiringSecrets(clients, core.now()).map(({ client, secret: { id, expiresAt = 0 } }) => {
    const [day, verb] = [
      new Date(expiresAt).toISOString().slice(0, 10),
      expiresAt <= core.now() ? 'expired' : 'expires',
    ]
    const add = `${layout.command} client add-secret ${application.id} ${client.id}`
    return warning(
      about,
      `Secret ${id} of client ${client.name} (${client.id}) ${verb} on ${day}`,
      `Add another one, and give it to the program: ${add}`,
    )
  })
  return [...problems.map(({ says, advice }) => broken(about, says, advice)), ...expiring]
}
