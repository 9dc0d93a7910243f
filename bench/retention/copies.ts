import { firstIdAt } from '@thumbturn/service/core/model/events/ids.ts'
import { type Dialect, writeUserId } from '../growth/copies.ts'

/**
 * A number of events of a number of users, at equal intervals from one time until another, in milliseconds since 1970.
 */
export type EventFill = { events: number; users: number; from: number; until: number }

/** The sign-in that is copied. */
export const originalEvent = `select * from events where app_id = 'demo' and type = 'fido2.passkey.auth.success' limit 1`

/** How the events and their index by user are written, as statements that add a range of them. */
export type EventCopier = {
  /** From the table `original_event`. */
  events(copy: { columns: readonly string[]; from: number; to: number }): string
  /** The index of those that it lacks. */
  index: string
  /** The position that says that all of them are counted. */
  cursor: string
}

export function createEventCopier(dialect: Dialect, { events, users, from, until }: EventFill): EventCopier {
  const { hex, numbers } = dialect
  const at = `${from} + (number * ${until - from}) / ${events}`
  const time = hex(at, 12)
  const changed: Readonly<Record<string, string>> = {
    at,
    id: `substr(${time}, 1, 8) || '-' || substr(${time}, 9, 4) || '-7000-8000-' || ${hex('number', 12)}`,
    // A prime, so that users follow one another in no order.
    user_id: writeUserId(dialect, `1 + (number * 2654435761) % ${users}`, users),
  }
  return {
    events({ columns, from: first, to }) {
      const values = columns.map((column) => changed[column] ?? `original.${column}`)
      return `insert into events (${columns}) select ${values} from original_event as original, ${numbers(first, to)}`
    },
    index: `insert into user_events (app_id, user_id, id) select app_id, user_id, id from events
      where app_id = 'demo' and user_id is not null and id >= '${firstIdAt(from)}' and id < '${firstIdAt(until + 1)}'
      order by app_id, user_id, id on conflict do nothing`,
    cursor: `insert into roll_up_cursors (app_id, position, version, feed_end) values ('demo', '${firstIdAt(until + 1)}', 1, 0)
      on conflict (app_id) do update set position = excluded.position`,
  }
}
