import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { patterns } from '@thumbturn/contract/patterns.ts'
import type { SiteRule } from '@thumbturn/contract/vocabulary/protected-sites.ts'

type Rules = readonly SiteRule[]

/** The problems of a rule in words, by field. */
export type RuleProblems = { path?: string | undefined; methods?: string | undefined; groups?: string | undefined }

/** A rule as the service stores it: only the access `groups` has groups, and no methods mean every method. */
export function readRule({ path, methods = [], access, groups = [] }: SiteRule): SiteRule {
  return {
    path: path.trim().normalize('NFC'),
    ...(methods.length > 0 && { methods: [...methods] }),
    access,
    ...(access === 'groups' && { groups: [...groups] }),
  }
}

/** The problems of a rule; empty if it can be saved. */
export function findRuleProblems(rule: SiteRule): RuleProblems {
  const { path, methods = [], access, groups = [] } = readRule(rule)
  const wrong = methods.find((method) => !new RegExp(patterns.httpMethod).test(method))
  const problems = {
    path: findPathProblem(path),
    methods: wrong === undefined ? undefined : i18n._(msg`${{ method: wrong }} is not a method`),
    groups: access === 'groups' && groups.length === 0 ? i18n._(msg`Choose at least one group`) : undefined,
  }
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}

function findPathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) return i18n._(msg`Start with /, as in /admin/*`)
  const base = path.endsWith('/*') ? path.slice(0, -2) : path
  if (base.includes('*')) return i18n._(msg`Use * only at the end, as in /admin/*`)
  if (/[%?#;\\\s]/.test(base)) return i18n._(msg`Use no spaces, no backslash, and none of % ? # ;`)
  const segments = base.split('/').slice(1)
  // A last segment can be empty: /docs/ is another path than /docs.
  if (segments.some((part, at) => part === '.' || part === '..' || (part === '' && at < segments.length - 1)))
    return i18n._(msg`Use no empty parts, and neither . nor ..`)
  if (path.startsWith('/.thumbturn/')) return i18n._(msg`Paths below /.thumbturn/ belong to the sign-in`)
}

/** The position of an earlier rule that decides about everything that the rule at a position is for; undefined if none does. */
export function findOverridingRule(rules: Rules, at: number): number | undefined {
  const rule = rules[at]
  const found = rule === undefined ? -1 : rules.slice(0, at).findIndex((earlier) => includesRule(earlier, rule))
  return found === -1 ? undefined : found
}

function includesRule(earlier: SiteRule, rule: SiteRule): boolean {
  const { methods: own } = readRule(rule)
  const { methods } = readRule(earlier)
  return includesPath(earlier.path, rule.path) && (!methods || (own?.every((one) => methods.includes(one)) ?? false))
}

function includesPath(pattern: string, path: string): boolean {
  if (!pattern.endsWith('/*')) return pattern === path
  const base = pattern.slice(0, -2)
  return path === base || path.startsWith(`${base}/`)
}

const everything: SiteRule = { path: '/*', access: 'deny' }

/** Whether some rule decides about every request. */
export const coversEverything = (rules: Rules): boolean => rules.some((rule) => includesRule(rule, everything))

/** The rules with a new one: before a last rule for everything, after which it would have no effect. */
export function addRule(rules: Rules): { rules: SiteRule[]; at: number } {
  const last = rules.at(-1)
  const at = last && includesRule(last, everything) ? rules.length - 1 : rules.length
  return { rules: rules.toSpliced(at, 0, { path: '/', access: 'signedIn' }), at }
}

/** The rules with one of them at another position. */
export function moveRule(rules: Rules, from: number, to: number): SiteRule[] {
  const moved = rules[from]
  return moved === undefined ? [...rules] : rules.toSpliced(from, 1).toSpliced(to, 0, moved)
}
