import { toPublishedEvent } from '../../core/model/events/published-event.ts'
import type { OutgoingEvent } from '../../core/ports/destinations.ts'
import type { OpenConnector } from './opening.ts'

/** An object to store; `text` is JSON Lines. */
export type ArchiveObject = { key: string; text: string }

/** The objects of a batch, one for each hour (UTC) of its events, in the order of their first events. */
export function toArchiveObjects(
  batch: readonly OutgoingEvent[],
  { appId, target }: OpenConnector<'s3'>,
): ArchiveObject[] {
  const prefix = (target.prefix ?? '').replaceAll(/^\/+|\/+$/g, '')
  const folder = [...(prefix === '' ? [] : [prefix]), appId].join('/')
  return [...Map.groupBy(batch, ({ event }) => toHour(event.at))].map(([hour, events]) => ({
    key: `${folder}/${hour}/${toRange(events)}.jsonl.gz`,
    text: events.map(({ event }) => `${JSON.stringify(toPublishedEvent(event))}\n`).join(''),
  }))
}

/** `2026/11/23/08` */
const toHour = (at: number) => new Date(at).toISOString().slice(0, 13).replaceAll(/[-T]/g, '/')

/** Positions in the feed, padded so that listings are in order. */
const toRange = (events: readonly OutgoingEvent[]) =>
  [events[0], events.at(-1)].map((one) => String(one?.position ?? 0).padStart(12, '0')).join('-')
