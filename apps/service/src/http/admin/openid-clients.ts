import type { openidClientRoutes } from '@thumbturn/contract/admin/openid-clients.ts'
import type { Core } from '../../core/core.ts'
import { createApplicationAddress } from '../../core/model/applications/address.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { listClientSettings } from '../../core/model/authorization/apply-patch.ts'
import type { Client, ClientSecret } from '../../core/model/authorization/client.ts'
import { findClient } from '../../core/use-cases/openid-clients/find.ts'
import { listHostedPageProblems, toNotice } from '../../core/use-cases/openid-clients/hosted-origin.ts'
import { changeClient, createClient, deleteClient } from '../../core/use-cases/openid-clients/manage.ts'
import { addClientSecret, retireClientSecret } from '../../core/use-cases/openid-clients/secrets.ts'
import type { HandlersOf } from '../call.ts'
import { parseTimestamp, timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'

const toSecret = ({ id, hint, createdAt, expiresAt }: ClientSecret) => ({
  id,
  hint,
  createdAt: timestamp(createdAt),
  expiresAt: expiresAt === undefined ? undefined : timestamp(expiresAt),
})

function toResponse(client: Client) {
  const { redirectUris, postLogoutRedirectUris, grantTypes, scopes, resources, allowedGroups, ...settings } =
    listClientSettings(client)
  return {
    ...settings,
    id: client.id,
    jwks: settings.jwks && { keys: [...settings.jwks.keys] },
    redirectUris: [...redirectUris],
    postLogoutRedirectUris: [...postLogoutRedirectUris],
    grantTypes: [...grantTypes],
    scopes: [...scopes],
    resources: [...resources],
    allowedGroups: [...allowedGroups],
    userinfoAlg: settings.userinfoAlg ?? ('none' as const),
    secrets: client.secrets.map(toSecret),
    createdAt: timestamp(client.createdAt),
    updatedAt: timestamp(client.updatedAt),
  }
}

/** Where programs find the application, and what keeps its hosted pages from working. */
function describePlace({ baseUrl }: Core, application: Application, command: string) {
  const issuer = createApplicationAddress(application, baseUrl)
  return { issuer, notices: listHostedPageProblems(application, { issuer, command }).map(toNotice) }
}

/** `command`: the program that the proposed commands run. */
export const openidClientHandlers = (command: string) =>
  ({
    async openidClientsList({ params }, { core }) {
      const application = await administered(core, params.id)
      const clients = await core.store.openidClients.list(application.id)
      return { ...describePlace(core, application, command), clients: clients.map(toResponse) }
    },
    async openidClientCreate({ params, body }, { core, caller }) {
      const application = await administered(core, params.id)
      const { client, secret } = await createClient(core, application, { ...body, by: caller.by })
      return { ...toResponse(client), secret, ...describePlace(core, application, command) }
    },
    async openidClientGet({ params }, { core }) {
      return toResponse(await findClient(core, (await administered(core, params.id)).id, params.clientId))
    },
    async openidClientChange({ params, body }, { core }) {
      const application = await administered(core, params.id)
      return toResponse(await changeClient(core, application, { ...body, id: params.clientId }))
    },
    async openidClientDelete({ params }, { core }) {
      await deleteClient(core, await administered(core, params.id), params.clientId)
      return undefined
    },
    async clientSecretAdd({ params, body }, { core }) {
      const application = await administered(core, params.id)
      const expiresAt = parseTimestamp(body?.expiresAt)
      const { secret, text } = await addClientSecret(core, application, { id: params.clientId, expiresAt })
      return { ...toSecret(secret), secret: text }
    },
    async clientSecretRetire({ params: { id, clientId, secretId } }, { core }) {
      await retireClientSecret(core, await administered(core, id), { id: clientId, secretId })
      return undefined
    },
  }) satisfies HandlersOf<typeof openidClientRoutes>
