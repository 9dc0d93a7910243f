/** A time on a node's clock, known as well as the calls around it show. */
export type Window = { from: number; to: number }

/** Something that was prepared, and what is known of its end. */
export type Item = {
  name: string
  /** When it ends, on any clock. */
  end: Window
  /** From when it works, on the clock of the node that it is used at. */
  from: number
  /** For what is spent by its use: until when that is recorded, and the watermark when it was prepared. */
  record?: { begun: Window; end: Window; lifeMs: number; watermark: number }
}

/** One use, with the watermark of the database before and after it, and the right time. */
export type Use = { at: Window; isAccepted: boolean; watermark: Window; rightTime: number }

/** The documentation's rule for a use: `either` where it depends on what can't be seen from outside. */
export type Expectation = 'accepted' | 'rejected' | 'either'

/** A node that saw the watermark this far behind its clock dates the record of a session like the session. */
const closeMs = 61_000

/**
 * The shortest time from an end to the deletion: a node deletes after 70 minutes, and its clock is ahead by at most an hour and
 * 90 seconds. Later, only a clock that was behind when something began, and is again, could accept it.
 */
const keptMs = 8 * 60_000

/** The expected result: the clock of the node decides, and for what is spent by its use also the watermark. */
export function expectUse(
  { end, from, record }: Item,
  { at, watermark, rightTime }: Omit<Use, 'isAccepted'>,
): Expectation {
  if (at.from >= end.to) return 'rejected'
  if (at.to >= end.from || at.from < from || rightTime - end.from > keptMs) return 'either'
  if (!record || watermark.to < record.end.from) return 'accepted'
  const { begun, lifeMs } = record
  const wasBehind = record.watermark >= record.end.to
  if (wasBehind) return watermark.to < record.watermark + 2 * lifeMs ? 'accepted' : 'either'
  const isPlain = record.watermark < begun.from - closeMs
  return isPlain && watermark.from >= record.end.to ? 'rejected' : 'either'
}
