import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { type SitePatch, type SiteRule, siteFields } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import { type FieldSchema, findProblem } from '../common/fields/field.ts'
import { formatSeconds } from '../ui/times.ts'
import { findHostProblem, readHost } from './host.ts'
import { findRuleProblems, readRule } from './rules.ts'

/** The settings of a site while they are edited; a number is a text while it isn't one. */
export type Draft = Required<Omit<SitePatch, 'disabled' | 'sessionSeconds' | 'sessionIdleSeconds'>> & {
  sessionSeconds: unknown
  sessionIdleSeconds: unknown
}

/** The settings of a new site, which are those of the service. */
export const newDraft: Pick<Draft, 'host' | 'rules' | 'allowedGroups'> = {
  host: '',
  rules: [{ path: '/*', access: 'signedIn' }],
  allowedGroups: [],
}

/** The settings that change with the form as the API takes them. */
export function toPatch({ name, host, rules, ...others }: Partial<Draft>): SitePatch {
  return {
    ...(others as SitePatch),
    ...(name !== undefined && { name: name.trim() }),
    ...(host !== undefined && { host: readHost(host) }),
    ...(rules && { rules: rules.map(readRule) }),
  }
}

/** The fields of a site that are durations in seconds. */
export type DurationName = 'sessionSeconds' | 'sessionIdleSeconds'

/** Why a duration can't be saved; undefined if it can. */
export function findDurationProblem(draft: Draft, name: DurationName): string | undefined {
  const problem = findProblem(siteFields[name] as FieldSchema, draft[name], formatSeconds)
  if (problem !== undefined || name === 'sessionSeconds') return problem
  return Number(draft.sessionIdleSeconds) > Number(draft.sessionSeconds)
    ? i18n._(msg`Must not be longer than the whole session`)
    : undefined
}

/** Whether the host, name, and rules of a form can be saved. */
export const isComplete = ({ host, name, rules }: Pick<Draft, 'host' | 'name' | 'rules'>): boolean =>
  host.trim() !== '' && findHostProblem(host) === undefined && name.trim() !== '' && rules.every(isFine)

const isFine = (rule: SiteRule) => Object.keys(findRuleProblems(rule)).length === 0

/** Whether all settings can be saved. */
export const isValid = (draft: Draft): boolean =>
  isComplete(draft) &&
  (['sessionSeconds', 'sessionIdleSeconds'] as const).every((name) => findDurationProblem(draft, name) === undefined)
