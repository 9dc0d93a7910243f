import type { Site } from './queries.ts'

/** Those who can open some page of a site: no one, everyone without a sign-in, or users, who must be in a group if there are any. */
export type Audience =
  | { kind: 'noOne' }
  | { kind: 'everyone' }
  | { kind: 'users'; groups: readonly string[]; hasPublic: boolean }

/** The users that a site lets in, by its rules and its groups. */
export function findAudience({ rules, allowedGroups }: Pick<Site, 'rules' | 'allowedGroups'>): Audience {
  const open = rules.filter(({ access }) => access !== 'deny')
  const restricted = open.filter(({ access }) => access !== 'public')
  if (restricted.length === 0) return { kind: open.length === 0 ? 'noOne' : 'everyone' }
  const areGroups = allowedGroups.length === 0 && restricted.every(({ access }) => access === 'groups')
  const groups = areGroups ? [...new Set(restricted.flatMap((rule) => rule.groups ?? []))] : allowedGroups
  return { kind: 'users', groups, hasPublic: restricted.length < open.length }
}
