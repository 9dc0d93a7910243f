import { badRequest } from '../core/errors.ts'

/** Milliseconds since 1970 as RFC 3339 text in UTC. */
export const timestamp = (at: number) => new Date(at).toISOString()

/**
 * Milliseconds since 1970 of a time in a field of that name; undefined if it was omitted.
 * @throws AppError bad_request
 */
export function parseTimestamp(name: string, text: string | undefined): number | undefined {
  const at = text === undefined ? undefined : Date.parse(text)
  // The validator accepts a leap second, which no clock of ours has.
  if (Number.isNaN(at)) throw badRequest(`${name} is not a valid time`)
  return at
}
