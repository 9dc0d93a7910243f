const sort = (values: readonly number[]) => Float64Array.from(values).sort()

/** The middle value, or the mean of the two middle ones; NaN without values. */
export function findMedian(values: readonly number[]): number {
  const sorted = sort(values)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value that a share of the values, such as 0.99, is below; NaN without values. */
export function findPercentile(values: readonly number[], share: number): number {
  const sorted = sort(values)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
