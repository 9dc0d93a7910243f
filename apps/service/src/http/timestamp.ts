/** Milliseconds since 1970 as RFC 3339 text in UTC. */
export const timestamp = (at: number) => new Date(at).toISOString()

const dateTime = /^(\d{4}-\d\d-\d\d)[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** Whether a text is a time (RFC 3339 §5.6), except for a leap second, which no clock of ours has. */
export function isDateTime(text: string): boolean {
  const [, day] = dateTime.exec(text) ?? []
  // 30 February would be read as 2 March.
  return day !== undefined && !Number.isNaN(Date.parse(text)) && timestamp(Date.parse(day)).startsWith(day)
}

/** Milliseconds since 1970 of a time that fits the contract; undefined if it was omitted. */
export const parseTimestamp = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text))
