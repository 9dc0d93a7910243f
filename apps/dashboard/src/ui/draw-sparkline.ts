type Box = { width: number; height: number; inset: number }
type Point = { x: number; y: number }

/** The paths of a sparkline: days that are over, the area below them, and the way to the day that isn't. */
export type Line = { whole: string; area: string; today: string; end: Point }

/** At least this count fills the height, so that a single sign-in is a low bump. */
const leastScale = 10

/** The paths of counts by day on a scale from zero; undefined if there are fewer than three days, or nothing to see. */
export function drawSparkline(values: readonly number[], { width, height, inset }: Box): Line | undefined {
  if (values.length < 3 || values.every((value) => value === 0)) return undefined
  const most = Math.max(leastScale, ...values)
  const step = (width - 2 * inset) / (values.length - 1)
  const points = values.map((value, index) => ({
    x: round(inset + index * step),
    y: round(height - inset - (value / most) * (height - 2 * inset)),
  }))
  const [last, end] = [points.at(-2)!, points.at(-1)!]
  const whole = `M${points.slice(0, -1).map(write).join(' L')}`
  const bottom = height - inset
  return {
    whole,
    area: `${whole} L${last.x},${bottom} L${inset},${bottom} Z`,
    today: `M${write(last)} L${write(end)}`,
    end,
  }
}

const round = (position: number) => Math.round(position * 10) / 10
const write = ({ x, y }: Point) => `${x},${y}`
