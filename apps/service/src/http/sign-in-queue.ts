/** The sign-ins that wait for signatures and writes: those that complete, and those that have just begun and will complete at once. */
export type SignInQueue = {
  /** Notes that a sign-in begins. */
  expect(): void
  /** Notes that one completes; what it returns ends it. */
  enter(): () => void
  /** To be called every `turnMs`: users who take longer to complete don't wait in line. */
  forget(): void
  /** How many complete at this moment. */
  completing(): number
  /** About how long a sign-in would take to complete if it began now, in milliseconds; zero while only a few wait. */
  estimateMs(): number
}

/** Fewer than this are no queue, however long they take: they share commits. */
const few = 160
/** Those that began among so few don't count: they hardly waited for one another. */
const fewest = 16
/** The share of the latest one in the average. */
const weight = 0.05
/** The share of those expected that still are after a turn. Programs complete within some 100 ms. */
const kept = 0.8

/**
 * By Little's law, each of `n` that wait takes `n` times as long as the service spends on one. Only completions are measured, as a
 * start costs next to nothing and would make the average too small.
 */
export function createSignInQueue(now: () => number): SignInQueue {
  let msEach = 0
  let expected = 0
  let completing = 0
  return {
    expect() {
      expected++
    },
    enter() {
      const [since, among] = [now(), completing]
      expected = Math.max(0, expected - 1)
      completing++
      return () => {
        completing--
        if (among >= fewest) msEach += ((now() - since) / among - msEach) * weight
      }
    },
    forget() {
      expected *= kept
    },
    completing: () => completing,
    estimateMs() {
      const waiting = completing + expected
      return waiting < few ? 0 : waiting * msEach
    },
  }
}
