import type { ssoProviderRoutes } from '@thumbturn/contract/admin/sso-providers.ts'
import type { SsoProvider } from '../../core/model/sso/provider.ts'
import { createLogoutUri, createRedirectUri } from '../../core/use-cases/sso/client.ts'
import {
  changeProvider,
  createProvider,
  deleteProvider,
  testProvider,
  usualSettings,
} from '../../core/use-cases/sso/manage.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'

/** `ownOrigin`: the origin of the dashboard. */
export const ssoProviderHandlers = (ownOrigin: string) => {
  const toResponse = ({ clientSecret, ...provider }: SsoProvider) => ({
    ...provider,
    enforcedDomains: [...provider.enforcedDomains],
    scopes: [...provider.scopes],
    roleMappings: [...provider.roleMappings],
    redirectUri: createRedirectUri(ownOrigin, provider.id),
    logoutUri: createLogoutUri(ownOrigin, provider.id),
    createdAt: timestamp(provider.createdAt),
    updatedAt: timestamp(provider.updatedAt),
  })
  return {
    async ssoProvidersList(_, { core }) {
      return { providers: (await core.store.sso.listProviders()).map(toResponse) }
    },
    async ssoProviderCreate({ body: { id, ...given } }, { core }) {
      return toResponse(await createProvider(core, id, { ...usualSettings, ...given }))
    },
    async ssoProviderChange({ params, body }, { core }) {
      return toResponse(await changeProvider(core, params.id, body))
    },
    async ssoProviderDelete({ params }, { core }) {
      await deleteProvider(core, params.id)
      return undefined
    },
    ssoProviderTest: ({ params }, { core }) => testProvider(core, params.id, ownOrigin),
  } satisfies HandlersOf<typeof ssoProviderRoutes>
}
