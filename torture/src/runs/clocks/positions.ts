/**
 * Where a node finds its times in the file, in milliseconds: `era` moves every wall clock and no monotonic one, `elapsed` moves
 * both, and each node has an offset of its own. After its upkeep, each notes what had elapsed before.
 */
export const clockPositions = { era: 0, elapsed: 1, firstOffset: 2, firstUpkeep: 10 } as const
