import type { protectedSiteRoutes } from '@thumbturn/contract/admin/protected-sites.ts'
import type { Core } from '../../core/core.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { listSiteSettings, type ProtectedSite } from '../../core/model/protected-sites/protected-site.ts'
import {
  changeSite,
  createSite,
  deleteSite,
  describeSite,
  findSite,
} from '../../core/use-cases/protected-sites/manage.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'

function toResponse(core: Core, application: Application, site: ProtectedSite) {
  const { rules, allowedGroups, identityClaims, ...settings } = listSiteSettings(site)
  return {
    ...settings,
    id: site.id,
    rules: [...rules],
    allowedGroups: [...allowedGroups],
    identityClaims: [...identityClaims],
    ...describeSite(core, application, site),
    createdAt: timestamp(site.createdAt),
    updatedAt: timestamp(site.updatedAt),
  }
}

export const protectedSiteHandlers = {
  async protectedSitesList({ params }, { core }) {
    const application = await administered(core, params.id)
    const sites = await core.store.protectedSites.list({ appId: application.id })
    return { sites: sites.map((site) => toResponse(core, application, site)) }
  },
  async protectedSiteCreate({ params, body }, { core }) {
    const application = await administered(core, params.id)
    return toResponse(core, application, await createSite(core, application, body))
  },
  async protectedSiteGet({ params }, { core }) {
    const application = await administered(core, params.id)
    return toResponse(core, application, await findSite(core, application.id, params.siteId))
  },
  async protectedSiteChange({ params, body }, { core }) {
    const application = await administered(core, params.id)
    return toResponse(core, application, await changeSite(core, application, { ...body, id: params.siteId }))
  },
  async protectedSiteDelete({ params }, { core }) {
    await deleteSite(core, await administered(core, params.id), params.siteId)
    return undefined
  },
} satisfies HandlersOf<typeof protectedSiteRoutes>
