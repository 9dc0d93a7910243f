import styles from './Chart.module.css'

/** How many series a chart can have. */
const colors = [1, 2, 3, 4, 5, 6]

/** Every second series is hatched, so that neighbors differ by more than their color. */
const isHatched = (index: number) => index % 2 === 1

/** The hatchings of a chart. */
export function Patterns({ id }: { id: string }) {
  return (
    <defs>
      {colors.map((color, index) => (
        <pattern
          key={color}
          id={`${id}-${index}`}
          width="5"
          height="5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="5" height="5" fill={`var(--chart-${color})`} />
          <rect width="1.6" height="5" className={styles.hatch} />
        </pattern>
      ))}
    </defs>
  )
}

/** The fill of a series in the chart with these patterns. */
export const findFill = (id: string, index: number): string =>
  isHatched(index) ? `url(#${id}-${index})` : `var(--chart-${index + 1})`
