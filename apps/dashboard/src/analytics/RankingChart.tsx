import { useLingui } from '@lingui/react/macro'
import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { formatCount, formatShare } from '../ui/numbers.ts'
import styles from './Chart.module.css'
import { countLetters } from './letters.ts'
import { SvgLink } from './SvgLink.tsx'

/** One line of a ranking. `to`: the events behind it. `of`: what the count is a part of; otherwise, the largest count. */
export type Rank = {
  key: string
  name: string
  count: number
  of?: number
  share: number
  to?: string | undefined
  icon?: string
}

const rowHeight = 46
const barHeight = 6
const letterWidth = 7.6
const figuresRoom = 130
const iconSize = 20

type Props = { label: string; ranks: readonly Rank[] }

/** Counts as bars, most frequent first. */
export function RankingChart({ label, ranks }: Props) {
  const { ref, width } = useElementSize<HTMLElement>()
  const most = Math.max(1, ...ranks.map(({ count, of = count }) => of))
  return (
    <figure ref={ref} className={styles.chart} aria-label={label}>
      {width > 0 && (
        <svg className={styles.svg} width={width} height={ranks.length * rowHeight} role="presentation">
          {ranks.map((rank, index) => (
            <g key={rank.key} transform={`translate(0 ${index * rowHeight})`}>
              <Row rank={rank} width={width} most={most} />
            </g>
          ))}
        </svg>
      )}
    </figure>
  )
}

function Row({ rank, width, most }: { rank: Rank; width: number; most: number }) {
  const { t } = useLingui()
  const { name, count, of, to, icon } = rank
  const [counted, share] = [formatCount(count), formatShare(rank.share)]
  const total = of === undefined ? undefined : formatCount(of)
  const value = total === undefined ? counted : t`${counted} of ${total}`
  const start = icon === undefined ? 0 : iconSize + 10
  const scale = (amount: number) => Math.max(3, ((width - start) * amount) / most)
  const shown = shorten(name, (width - start - figuresRoom) / letterWidth)
  return (
    <RowFrame to={to} label={t`${name}: ${value}, ${share}`}>
      {icon && <image href={icon} x={0} y={5} width={iconSize} height={iconSize} />}
      <text className={styles.name} x={start} y={20}>
        {shown}
      </text>
      <text className={styles.share} x={width} y={20} textAnchor="end">
        {share}
      </text>
      <text className={styles.value} x={width - 58} y={20} textAnchor="end">
        {value}
      </text>
      <rect className={styles.track} x={start} y={30} width={scale(of ?? most)} height={barHeight} rx={3} />
      <rect className={styles.amount} x={start} y={30} width={scale(count)} height={barHeight} rx={3} />
    </RowFrame>
  )
}

function RowFrame({ to, label, children }: { to: string | undefined; label: string; children: ReactNode }) {
  if (to === undefined) return children
  return (
    <SvgLink to={to} label={label}>
      {children}
    </SvgLink>
  )
}

/** Text in a picture doesn't wrap. */
function shorten(text: string, letters: number): string {
  if (countLetters(text) <= letters) return text
  let shown = text.slice(0, -1)
  while (shown.length > 1 && countLetters(shown) > letters - 1) shown = shown.slice(0, -1)
  return `${shown.trimEnd()}…`
}
