import type { SiteRule } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import { findSiteOrigin, type SiteSettings, sitePrefix } from './protected-site.ts'

/** Each entry is true, or the problem in words. */
type Verdicts = (true | string)[]

/** Everything that keeps a site from working, or makes it unsafe, in words; empty if nothing does. */
export function listSiteProblems(site: SiteSettings): string[] {
  const verdicts: Verdicts = [
    (site.name.trim() !== '' && site.name.length <= 64 && !/[\p{Cc}\p{Cs}]/u.test(site.name)) ||
      'name must be one line of 1 to 64 characters',
    hostVerdict(site),
    ...site.rules.flatMap(ruleVerdicts),
    site.sessionIdleSeconds <= site.sessionSeconds || 'sessionIdleSeconds must not be longer than sessionSeconds',
  ]
  return verdicts.filter((verdict) => verdict !== true)
}

/** The host must be the one that browsers send: `URL` would otherwise write it in another way. */
function hostVerdict(site: SiteSettings): true | string {
  const written = URL.parse(findSiteOrigin(site))?.host
  if (written === site.host) return true
  const example = written === undefined || written === '' ? 'wiki.example.com' : written
  return `host must be a host as browsers write it, with a port only if that is not the usual one, such as ${example}`
}

function ruleVerdicts({ path, access, groups = [] }: SiteRule, index: number): Verdicts {
  const about = `rules: rule ${index + 1}`
  return [
    isPathPattern(path) || `${about}: path must begin with /, have no empty or dot segments, and * only as a last /*`,
    !path.startsWith(`${sitePrefix}/`) || `${about}: paths below ${sitePrefix}/ belong to the sign-in`,
    access !== 'groups' || groups.length > 0 || `${about}: groups needs at least one group`,
    access === 'groups' || groups.length === 0 || `${about}: only the access groups has groups`,
  ]
}

function isPathPattern(path: string): boolean {
  if (!path.startsWith('/')) return false
  const base = path.endsWith('/*') ? path.slice(0, -2) : path
  const segments = base.split('/').slice(1)
  // A last segment can be empty: `/docs/` is another path than `/docs`.
  const isPlain = (segment: string, index: number) =>
    (segment !== '' || index === segments.length - 1) && segment !== '.' && segment !== '..'
  return base === base.normalize('NFC') && !/[*%?#;\\\s]/.test(base) && segments.every(isPlain)
}
