import type { CallResult } from '../../api/call.ts'

/** One entry of an application's history. */
export type Event = CallResult<'eventsList'>['events'][number]

/** Browser and operating system in a few words, as far as they are known. */
export function describeClient({ detail = {} }: Pick<Event, 'detail'>): string {
  const { client, os } = detail as { client?: unknown; os?: unknown }
  return [client, os].filter((part) => typeof part === 'string').join(' · ')
}
