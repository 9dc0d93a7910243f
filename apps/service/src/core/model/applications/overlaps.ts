import type { Application } from './application.ts'
import { isBelow, isDomain } from './domains.ts'
import { ownApplicationId } from './own-id.ts'

/**
 * A host or RP ID of `application` that belongs to another one, or to the installation, if `owner` is undefined. Only an RP ID that
 * two applications share can be intended.
 */
export type Overlap = { application: string; says: string; owner: string | undefined; isShared: boolean }

/**
 * The hosts and RP IDs that a caller can give to an application: any, also an RP ID that another application has; those
 * that no application has; or none.
 */
export type HostRights = 'all' | 'free' | 'none'

/** `key`: the name that belongs to one application: on localhost and for addresses, each port is a host of its own. */
type Host = { key: string; hostname: string; port: string; hasPath: boolean }

/** The applications of an installation, by the name under which each is looked up. */
type Names = {
  own: readonly Host[]
  ids: ReadonlySet<string>
  hosts: ReadonlyMap<string, readonly Application[]>
  rpIds: ReadonlyMap<string, readonly Application[]>
  baseUrl: string
}

/**
 * Every host and RP ID that two applications have, or an application and the installation at `baseUrl`. A host leads to one
 * application; it is neither another one's RP ID nor below it, and the same holds for the installation's host, except for
 * `<id>.<host of the installation>`. Names on localhost belong to none, but their hosts lead to one application, too.
 */
export function listOverlaps(applications: readonly Application[], baseUrl: string): Overlap[] {
  const names = collectNames(applications, baseUrl)
  return applications
    .filter(({ id }) => id !== ownApplicationId)
    .flatMap((application) => [...listHostOverlaps(application, names), ...listRpIdOverlaps(application, names)])
}

/** An overlap in words, with the name of the application that it is with, unless that `isHidden`. */
export function describeOverlap({ says, owner }: Overlap, { isHidden = false } = {}): string {
  const other = isHidden ? 'another application' : `application ${owner}`
  return `${says} ${owner === undefined ? 'the installation' : other}`
}

type Comparison = { before: readonly Application[]; after: readonly Application[]; baseUrl: string }

/** The overlaps of `after` that `before` doesn't have. */
export function findNewOverlaps({ before, after, baseUrl }: Comparison): Overlap[] {
  const toKey = ({ application, says }: Overlap) => `${application} ${says}`
  const known = new Set(listOverlaps(before, baseUrl).map(toKey))
  return listOverlaps(after, baseUrl).filter((overlap) => !known.has(toKey(overlap)))
}

function collectNames(applications: readonly Application[], baseUrl: string): Names {
  const own = applications.find(({ id }) => id === ownApplicationId)
  const hosted = applications.filter((application) => findHost(application) !== undefined)
  const ownHosts = [baseUrl, ...(own?.origins ?? [])].flatMap((url) => parseHost(url) ?? [])
  return {
    // Of two that are one below the other, the longer one counts.
    own: ownHosts.sort((one, other) => other.hostname.length - one.hostname.length),
    ids: new Set(applications.map(({ id }) => id)),
    hosts: groupBy(hosted, (application) => findHost(application)!.key),
    rpIds: groupBy(applications, ({ rpId }) => rpId),
    baseUrl,
  }
}

function groupBy(applications: readonly Application[], name: (application: Application) => string) {
  return Map.groupBy(applications, name)
}

function parseHost(url: string): Host | undefined {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined
  const { hostname, host, port, pathname } = parsed
  return { key: isDomain(hostname) ? hostname : host, hostname, port, hasPath: pathname !== '/' }
}

const findHost = ({ baseUrl }: Application) => (baseUrl === undefined ? undefined : parseHost(baseUrl))

function listHostOverlaps(application: Application, names: Names): Overlap[] {
  const { id, baseUrl } = application
  const host = findHost(application)
  if (!host || baseUrl === `${names.baseUrl}/apps/${id}`) return []
  const found = (says: string, owner?: string): Overlap => ({
    application: id,
    says: `base URL ${baseUrl} ${says}`,
    owner,
    isShared: false,
  })
  if (names.own.some(({ key }) => host.key === key)) return [found('has the host of')]
  const parent = names.own.find(({ hostname }) => isBelow(host.hostname, hostname))
  const label = parent && host.hostname.slice(0, -parent.hostname.length - 1)
  if (label !== undefined && label !== id && names.ids.has(label)) return [found('is the address of', label)]
  if (parent && label !== id && (isDomain(parent.hostname) || host.port === parent.port))
    return [found('is below the host of')]
  const others = (names.hosts.get(host.key) ?? []).filter((other) => other.id !== id && !isBeside(other, application))
  if (others.length > 0 || label === id) return others.map((other) => found('has the host of', other.id))
  const nearest = findNearestRpId(host.hostname, names)
  if (nearest === undefined || nearest === application.rpId) return []
  return [found(`is on ${nearest}, the RP ID of`, names.rpIds.get(nearest)![0]!.id)]
}

function listRpIdOverlaps({ id, rpId }: Application, { own, hosts, rpIds }: Names): Overlap[] {
  if (!isDomain(rpId)) return []
  const found = (says: string, owner?: string, isShared = false): Overlap => ({
    application: id,
    says: `RP ID ${rpId} ${says}`,
    owner,
    isShared,
  })
  const isOfInstallation = own.some(
    ({ hostname }) => rpId === hostname || (isBelow(rpId, hostname) && rpId !== `${id}.${hostname}`),
  )
  const isOther = (other: Application) => other.id !== id
  return [
    ...(isOfInstallation ? [found('is the host of, or below that of,')] : []),
    ...(hosts.get(rpId) ?? []).filter(isOther).map((other) => found('is the host of', other.id)),
    ...(rpIds.get(rpId) ?? []).filter(isOther).map((other) => found('is also the RP ID of', other.id, true)),
  ]
}

/** Applications share a host if all of them are below different paths of it. */
const isBeside = (one: Application, other: Application) =>
  findHost(one)!.hasPath && findHost(other)!.hasPath && one.baseUrl !== other.baseUrl

/** The longest RP ID of any application that is the name or above it. */
function findNearestRpId(hostname: string, { rpIds }: Names): string | undefined {
  if (!isDomain(hostname)) return undefined
  const labels = hostname.split('.')
  return labels.map((_, at) => labels.slice(at).join('.')).find((name) => rpIds.has(name))
}
