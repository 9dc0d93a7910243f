/** A line through values that were measured one after another: its rise from one to the next, and the standard error of that. */
export type Line = { slope: number; error: number }

/** Fits a line by least squares; undefined for less than four values. */
export function fitLine(values: readonly number[]): Line | undefined {
  const count = values.length
  if (count < 4) return undefined
  const [middle, mean] = [(count - 1) / 2, values.reduce((sum, value) => sum + value, 0) / count]
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0)
  const slope = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread
  const residues = values.reduce((sum, value, at) => sum + (value - mean - slope * (at - middle)) ** 2, 0)
  return { slope, error: Math.sqrt(residues / (count - 2) / spread) }
}

/** The growth of the values along their line. */
export const measureRise = (values: readonly number[]): number =>
  Math.max(0, (fitLine(values)?.slope ?? 0) * (values.length - 1))

/** Fewer values can lie on a line by chance, whose error then seems to be small. */
const leastPredicting = 12

/**
 * The clear growth of the values in a number of steps: the rise of the flattest line that could still lie beneath them (six
 * standard errors, which twelve values without a trend exceed once in 15,000 times). It is asked after each of hundreds of
 * rounds, so that less would find growth where there is none.
 */
export const predictRise = (values: readonly number[], steps: number): number =>
  computeRise(values, steps, -clearErrors)

/** The most that the values can grow in a number of steps: the rise of the steepest line that could still lie above them. */
export const boundRise = (values: readonly number[], steps: number): number => computeRise(values, steps, clearErrors)

const clearErrors = 6

function computeRise(values: readonly number[], steps: number, errors: number): number {
  const line = values.length < leastPredicting ? undefined : fitLine(values)
  return line ? Math.max(0, (line.slope + errors * line.error) * steps) : 0
}
