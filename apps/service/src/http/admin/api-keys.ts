import type { apiKeyRoutes } from '@thumbturn/contract/admin/api-keys.ts'
import type { Core } from '../../core/core.ts'
import type { ApiKey } from '../../core/model/applications/api-key.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { unknownApplication } from '../../core/model/applications/application.ts'
import { createApiKey, listUsualScopes, revokeApiKey } from '../../core/use-cases/applications/keys.ts'
import type { HandlersOf } from '../call.ts'
import { parseTimestamp, timestamp } from '../timestamp.ts'

const toResponse = ({ id, name, scopes, createdAt, lastUsedAt, expiresAt, revokedAt }: ApiKey) => ({
  id,
  name,
  scopes: [...scopes],
  createdAt: timestamp(createdAt),
  lastUsedAt: optionalTimestamp(lastUsedAt),
  expiresAt: optionalTimestamp(expiresAt),
  revokedAt: optionalTimestamp(revokedAt),
})

const optionalTimestamp = (at: number | undefined) => (at === undefined ? undefined : timestamp(at))

/** The installation's own application has keys too: those that administer. */
async function keyOwner({ applications }: Core, id: string): Promise<Application> {
  const application = await applications.findFresh(id)
  if (!application) throw unknownApplication(id)
  return application
}

export const apiKeys = {
  async apiKeysList({ params }, { core }) {
    const { id } = await keyOwner(core, params.id)
    return { apiKeys: (await core.store.apiKeys.list(id)).map(toResponse) }
  },
  async apiKeyCreate({ params, body: { name = 'unnamed', scopes, expiresAt } }, { core }) {
    const application = await keyOwner(core, params.id)
    const { key, text } = await createApiKey(core, application, {
      name,
      scopes: scopes ?? listUsualScopes(application),
      expiresAt: parseTimestamp(expiresAt),
    })
    return { ...toResponse(key), key: text }
  },
  async apiKeyRevoke({ params }, { core }) {
    await revokeApiKey(core, await keyOwner(core, params.id), params.keyId)
    return undefined
  },
} satisfies HandlersOf<typeof apiKeyRoutes>
