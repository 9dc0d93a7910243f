import type { Core } from '../core/core.ts'
import { createApplicationAddress } from '../core/model/applications/address.ts'
import type { Application } from '../core/model/applications/application.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
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
    const day = new Date(expiresAt).toISOString().slice(0, 10)
    const code = expiresAt <= core.now() ? 'client_secret_expired' : 'client_secret_expires'
    const command = `${layout.command} client add-secret ${application.id} ${client.id}`
    const says = say(code, { id, name: client.name, client: client.id, day })
    return warning(about, says, advise('replace_secret', { command }))
  })
  return [...problems.map(({ says, advice }) => broken(about, says, advice)), ...expiring]
}
