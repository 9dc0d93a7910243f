/**
 * Does the counter say that this is not a clone (#sctn-sign-counter)? Authenticators without counter send zero for
 * ever; one that ever counted must rise with each use. Both are unsigned 32-bit numbers.
 */
export const isCounterRisen = (sent: number, stored: number) => sent > stored || (sent === 0 && stored === 0)
