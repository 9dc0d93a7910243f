import { drawSparkline } from './draw-sparkline.ts'
import styles from './Sparkline.module.css'

const box = { width: 96, height: 28, inset: 3 }

/** A small line of counts without axes; the last day isn't over, so its count is a ring at the end of a dotted line. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const line = drawSparkline(values, box)
  if (!line) return null
  const { whole, area, today, end } = line
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${box.width} ${box.height}`} role="img" aria-label={label}>
      <path className={styles.area} d={area} />
      <path className={styles.line} d={whole} />
      <path className={styles.today} d={today} />
      <circle className={styles.end} cx={end.x} cy={end.y} r={2.25} />
    </svg>
  )
}
