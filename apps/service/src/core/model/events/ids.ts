/**
 * The lowest ID (UUID version 7, RFC 9562 §5.7) that an event of that time can have: IDs carry the milliseconds of the
 * clock that also dates the event.
 */
export function firstIdAt(at: number): string {
  const time = Math.min(Math.max(0, Math.floor(at)), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** Greater than every ID. */
export const beyondEveryId = 'ffffffff-ffff-7fff-bfff-ffffffffffff'

/** The time in an ID, in milliseconds since 1970. */
export const readIdTime = (id: string): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16)
