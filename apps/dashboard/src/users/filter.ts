import type { UsersFilter } from '../common/users/queries.ts'

/** The choices of the list, as they are in the address of the page; an empty one excludes no user. */
export const choiceNames = ['search', 'status', 'passkeys', 'lastSignIn', 'created', 'sort'] as const
export type Choices = Record<(typeof choiceNames)[number], string>

const dayMs = 86_400_000

/** Days that begin today, so that the same choice stays the same query for a day. */
const daysAgo = (days: number, now: number) => new Date(Math.floor(now / dayMs) * dayMs - days * dayMs).toISOString()

export const readChoices = (parameters: URLSearchParams): Choices =>
  Object.fromEntries(choiceNames.map((name) => [name, parameters.get(name) ?? ''])) as Choices

/** The query of the admin API. `7` means in the last seven days, and `-90` not in the last 90 days. */
export function toFilter(
  { search, status, passkeys, lastSignIn, created, sort }: Choices,
  now = Date.now(),
): UsersFilter {
  const days = Number(lastSignIn)
  return {
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(isOneOf(status, ['active', 'inactive']) && { status }),
    ...(isOneOf(passkeys, ['none', 'one', 'several']) && { passkeys }),
    ...(days > 0 && { signedInSince: daysAgo(days, now) }),
    ...(days < 0 && { notSignedInSince: daysAgo(-days, now) }),
    ...(lastSignIn === 'never' && { notSignedInSince: new Date(0).toISOString() }),
    ...(Number(created) > 0 && { createdSince: daysAgo(Number(created), now) }),
    ...(sort === 'newest' && { sort }),
  }
}

const isOneOf = <const Value extends string>(text: string, values: readonly Value[]): text is Value =>
  values.some((value) => value === text)

/** Whether the choices exclude any user. */
export const isFiltered = ({ sort: _sort, ...filters }: Choices): boolean =>
  Object.values(filters).some((value) => value.trim() !== '')
