/**
 * Whether the counter rules out a clone (#sctn-sign-counter). Authenticators without a counter always send zero; others
 * must increase it with each use. Both are unsigned 32-bit numbers.
 */
export const isCounterRisen = (sent: number, stored: number) => sent > stored || (sent === 0 && stored === 0)
