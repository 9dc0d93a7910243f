/**
 * The comparison of two samples: `p` is two-sided, and `greater` is the probability that a value of the first exceeds
 * one of the second.
 */
export type Comparison = { p: number; greater: number }

/**
 * The Mann–Whitney U test with normal approximation and tie correction, for samples of at least a hundred. It compares
 * ranks, so a few interrupted calls don't matter.
 */
export function mannWhitney(first: readonly number[], second: readonly number[]): Comparison {
  const all = [...first.map((value) => ({ value, own: 1 })), ...second.map((value) => ({ value, own: 0 }))]
  all.sort((one, other) => one.value - other.value)
  const [n, m] = [first.length, second.length]
  let [rankSum, ties] = [0, 0]
  for (let start = 0; start < all.length; ) {
    const end = endOfTie(all, start)
    const count = end - start
    const rank = (start + 1 + end) / 2
    for (const { own } of all.slice(start, end)) rankSum += own * rank
    ties += count ** 3 - count
    start = end
  }
  const u = rankSum - (n * (n + 1)) / 2
  const total = n + m
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)))
  const z = variance === 0 ? 0 : (Math.abs(u - (n * m) / 2) - 0.5) / Math.sqrt(variance)
  return { p: Math.min(1, 2 * upperTail(Math.max(0, z))), greater: u / (n * m) }
}

function endOfTie(sorted: readonly { value: number }[], start: number): number {
  let end = start + 1
  while (end < sorted.length && sorted[end]!.value === sorted[start]!.value) end++
  return end
}

/** The area of the normal distribution above z ≥ 0 (Abramowitz and Stegun 26.2.17; error under 7.5e-8). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series
}
