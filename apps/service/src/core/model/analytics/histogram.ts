/** Each bin is 2^¼ times as wide as the one before, so a quantile is at most 19% off. */
const binsPerOctave = 4
const lastBin = 80

/** The bin of a duration in milliseconds. */
export function findBin(ms: number): number {
  return ms < 1 ? 0 : Math.min(lastBin, Math.floor(Math.log2(ms) * binsPerOctave))
}

/** Where a bin starts, in milliseconds. */
export const findBinStart = (bin: number): number => (bin === 0 ? 0 : 2 ** (bin / binsPerOctave))

/** The duration that this share of all durations doesn't exceed, interpolated within its bin; undefined without any. */
export function estimateQuantile(counts: ReadonlyMap<number, number>, share: number): number | undefined {
  const bins = [...counts].sort(([a], [b]) => a - b)
  const wanted = share * bins.reduce((sum, [, count]) => sum + count, 0)
  let passed = 0
  for (const [bin, count] of bins) {
    if (count > 0 && passed + count >= wanted) {
      const [start, end] = [findBinStart(bin), findBinStart(bin + 1)]
      return Math.round(start + ((end - start) * (wanted - passed)) / count)
    }
    passed += count
  }
  return undefined
}
