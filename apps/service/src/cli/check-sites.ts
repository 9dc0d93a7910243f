import { type Config, splitAddressList } from '../config.ts'
import type { Core } from '../core/core.ts'
import type { Application } from '../core/model/applications/application.ts'
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
  const advice = `Choose groups: ${layout.command} site set ${application.id} <host> --group <name>`
  const notices = sites.flatMap((site) =>
    listSiteNotices(application, site).map((notice) => warning(about, `${site.host}: ${notice}`, advice)),
  )
  if (splitAddressList(TRUSTED_PROXIES).length > 0) return notices
  const says = 'It has protected sites, but TRUSTED_PROXIES is not set, so every request to them is denied'
  return [broken(about, says, 'List the addresses from which their proxies connect in TRUSTED_PROXIES'), ...notices]
}
