import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { ProtectedSite } from '../../model/protected-sites/protected-site.ts'

type Sites = { version: number; byHost: ReadonlyMap<string, ProtectedSite> }

/** A signed statement, and until when it is sent again. */
type Statement = { about: string; text: string; until: number }

/** The memory of a node between checks: the sites of applications as of their versions, and statements that are still fresh. */
export type SiteMemory = { sites: Map<string, Sites>; statements: Map<string, Statement> }

export const createSiteMemory = (): SiteMemory => ({ sites: new Map(), statements: new Map() })

/** The site of an application that has a host. Every change of a site changes the version of its application. */
export async function findSiteByHost(
  { store }: Core,
  memory: SiteMemory,
  { application: { id, version }, host }: { application: Application; host: string },
): Promise<ProtectedSite | undefined> {
  const known = memory.sites.get(id)
  if (known?.version === version) return known.byHost.get(host)
  const sites = await store.protectedSites.list({ appId: id })
  const byHost = new Map(sites.map((site) => [site.host, site]))
  memory.sites.set(id, { version, byHost })
  return byHost.get(host)
}

const mostStatements = 10_000

/** Keeps a statement; the oldest one is forgotten if there are too many. */
export function keepStatement({ statements }: SiteMemory, key: string, statement: Statement): void {
  statements.delete(key)
  if (statements.size >= mostStatements) statements.delete(statements.keys().next().value!)
  statements.set(key, statement)
}
