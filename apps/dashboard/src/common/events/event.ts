import type { CallResult } from '../../api/call.ts'

/** One entry of an application's history. */
export type Event = CallResult<'eventsList'>['events'][number]

/** Browser and operating system in a few words, as far as they are known. */
export function describeClient({ detail = {} }: Pick<Event, 'detail'>): string {
  const { client, os } = detail as { client?: unknown; os?: unknown }
  return [client, os].filter((part) => typeof part === 'string').join(' · ')
}

/** The title of a row: the summary of the type without its period. */
export const describeType = (summary: string): string => summary.replace(/[.。]$/, '')

/** The username that the event keeps because it belongs to no user, or its keyed hash. */
export function readUsername({ detail = {} }: Pick<Event, 'detail'>): string | undefined {
  const { username } = detail as { username?: unknown }
  return typeof username === 'string' ? username : undefined
}
