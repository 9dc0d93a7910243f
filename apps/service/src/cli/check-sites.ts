import { type Config, splitAddressList } from '../config.ts'
import type { Core } from '../core/core.ts'
import type { Application } from '../core/model/applications/application.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import { listSiteNotices } from '../core/use-cases/protected-sites/manage.ts'
import { broken, type Finding, warning } from './finding.ts'
import { layout } from './layout.ts'

/** Whether proxies can ask about the requests to protected sites, and who can use these. */
export async function checkSites(
  core: Core,
  application: Application,
  { TRUSTED_PROXIES }: Pick<Config, 'TRUSTED_PROXIES'>,
): Promise<Finding[]> {
  const sites = await core.store.protectedSites.list({ appId: application.id })
  if (sites.length === 0) return []
  const about = `application ${application.id}`
  const advice = advise('choose_groups', {
    command: `${layout.command} site set ${application.id} <host> --group <name>`,
  })
  const notices = sites.flatMap((site) =>
    listSiteNotices(application, site).map((notice) => warning(about, `${site.host}: ${notice}`, advice)),
  )
  if (splitAddressList(TRUSTED_PROXIES).length > 0) return notices
  return [broken(about, say('sites_denied'), advise('trust_site_proxies')), ...notices]
}
