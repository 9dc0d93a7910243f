import styles from './Sparkline.module.css'

const [width, height, inset] = [96, 28, 2]

/** A small line of counts without axes, to see their course. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const line = drawLine(values)
  return (
    <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path className={styles.area} d={`${line} L${width},${height} L0,${height} Z`} />
      <path className={styles.line} d={line} />
    </svg>
  )
}

function drawLine(values: readonly number[]): string {
  const most = Math.max(1, ...values)
  const step = width / Math.max(1, values.length - 1)
  const points = values.map((value, index) => {
    const y = height - inset - (value / most) * (height - 2 * inset)
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`
  })
  return `M${points.join(' L')}`
}
