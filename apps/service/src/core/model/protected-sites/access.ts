import type { SiteRule } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import { listPathReadings } from './path-readings.ts'
import type { ProtectedSite } from './protected-site.ts'

/** A request that a proxy asks about: its method, and its address after the host. */
export type SiteRequest = { method: string; uri: string }

/** The requirements of a request: none, or a user who is in one group of each list. */
export type RequiredAccess = 'denied' | 'public' | { groups: readonly (readonly string[])[] }

type Rules = readonly SiteRule[]

/**
 * The requirements of a request. Every way in which a program can read its path must be allowed: a path that one server takes for a public
 * one and another for that of an administrator requires the administrator. What no rule matches is denied.
 */
export function findRequiredAccess({ rules }: Pick<ProtectedSite, 'rules'>, request: SiteRequest): RequiredAccess {
  const readings = listPathReadings(request.uri)
  if (!readings) return 'denied'
  const applying = listApplying(rules, { method: request.method, readings })
  if (applying.some((rule) => rule === undefined || rule.access === 'deny')) return 'denied'
  const restricted = (applying as SiteRule[]).filter(({ access }) => access !== 'public')
  if (restricted.length === 0) return 'public'
  return { groups: restricted.flatMap(({ groups = [] }) => (groups.length > 0 ? [groups] : [])) }
}

type Readings = { method: string; readings: readonly string[] }

/** The rule for each reading, also for a server that ignores case; undefined where none matches. */
function listApplying(rules: Rules, { method, readings }: Readings): (SiteRule | undefined)[] {
  const usable = rules.filter((rule) => isForMethod(rule, method))
  const find = (path: string) => usable.find((rule) => matches(rule.path, path))
  const findInAnyCase = (path: string) => usable.find((rule) => matches(rule.path.toLowerCase(), path.toLowerCase()))
  return [...new Set(readings.flatMap((path) => [find(path), findInAnyCase(path)]))]
}

const isForMethod = ({ methods }: SiteRule, method: string) =>
  methods === undefined || methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))

function matches(pattern: string, path: string): boolean {
  if (!pattern.endsWith('/*')) return path === pattern
  const base = pattern.slice(0, -2)
  return path === base || path.startsWith(`${base}/`)
}
