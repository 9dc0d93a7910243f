/** The knowledge of a client about a change: no response, or a 503, leaves it unknown until a repetition settles it. */
export type Certainty = 'no' | 'yes' | 'unknown'

/** How often something took effect: acknowledged, and at most that many more. */
export type Count = { acknowledged: number; unknown: number }
