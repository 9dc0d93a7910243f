/** The record of single use: sessions, nonces, ids of tokens. It is recorded until no clock can make it valid again. */
export interface SpentSessionStore {
  /** Whether one of these was spent with `spendNonce`. */
  hasNonce(appId: string, ids: readonly string[]): Promise<boolean>
  readWatermark(): Promise<number>
  /**
   * Raises the watermark to `to`, unless it is there already: it never decreases. What expires at or before it counts as
   * spent on every node, whether it is still recorded or not. Returns where it is now.
   */
  raiseWatermark(to: number): Promise<number>
  /** Forgets what expired at or before `until` and the watermark; returns how many records. */
  forgetUntil(until: number): Promise<number>
}
