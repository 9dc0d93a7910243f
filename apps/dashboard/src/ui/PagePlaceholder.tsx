import { Trans } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useLocation } from 'react-router'
import page from './Page.module.css'
import styles from './PagePlaceholder.module.css'
import { Placeholder } from './Placeholder.tsx'
import { findShape, type Part } from './page-shape.ts'

type Props = {
  /** The page that is on the way; by default the current one. */
  pathname?: string
  /** The parts that are on the way; by default those of the page. */
  parts?: readonly Part[]
  /** Whether the title is on the way, too. */
  isWhole?: boolean
}

/** The shape of a page while its code or data is on the way, so that nothing moves once they have arrived. */
export function PagePlaceholder({ pathname, parts, isWhole = false }: Props) {
  const current = useLocation()
  const shape = parts ?? findShape(pathname ?? current.pathname)
  const content = (
    <div className={styles.parts} role="status">
      <span className="visually-hidden">
        <Trans>Loading…</Trans>
      </span>
      {shape.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a shape have no other identity
        <PartPlaceholder key={index} part={part} />
      ))}
    </div>
  )
  if (!isWhole) return content
  return (
    <div className={page.page}>
      <div className={styles.head}>
        <Skeleton height={10} width="9rem" />
        <Skeleton height={20} width="14rem" />
      </div>
      {content}
    </div>
  )
}

function PartPlaceholder({ part }: { part: Part }) {
  const Shape = partShapes[part]
  return <Shape />
}

const columns = ['34%', '16%', '14%', '12%']
const names = ['62%', '80%', '54%', '70%', '48%', '76%', '58%']

const Table = () => (
  <div className={styles.card}>
    {['', ...names].map((width) => (
      <div className={styles.row} key={width}>
        {columns.map((column) => (
          <span key={column} style={{ width: column }}>
            <Skeleton height={width === '' ? 8 : 12} width={width === '' ? '40%' : width} />
          </span>
        ))}
      </div>
    ))}
  </div>
)

const Chart = () => (
  <div className={`${styles.card} ${styles.padded}`}>
    <Skeleton height={16} width="8rem" />
    <div className={styles.numbers}>
      {columns.map((column) => (
        <span key={column}>
          <Skeleton height={10} width="60%" />
          <Skeleton height={24} width="45%" />
        </span>
      ))}
    </div>
    <Skeleton height={140} radius="md" />
  </div>
)

const Facts = () => (
  <div className={`${styles.card} ${styles.padded}`}>
    <Skeleton height={16} width="8rem" />
    {names.slice(0, 4).map((width) => (
      <div className={styles.fact} key={width}>
        <Skeleton height={12} width="5rem" />
        <Skeleton height={12} width={`calc(${width} / 2)`} />
      </div>
    ))}
  </div>
)

const Form = () => (
  <div className={`${styles.card} ${styles.padded}`}>
    <Skeleton height={16} width="8rem" />
    {names.slice(0, 3).map((width) => (
      <div className={styles.field} key={width}>
        <Skeleton height={12} width="7rem" />
        <Skeleton height={36} radius="md" />
      </div>
    ))}
  </div>
)

const Settings = () => (
  <div className={styles.settings}>
    <div className={styles.contents}>
      <Skeleton height={36} radius="md" />
      {names.map((width) => (
        <Skeleton height={12} width={width} key={width} />
      ))}
    </div>
    <div className={styles.card}>
      {names.slice(0, 6).map((width) => (
        <div className={styles.setting} key={width}>
          <span>
            <Skeleton height={12} width="8rem" />
            <Skeleton height={10} width={width} />
          </span>
          <Skeleton height={36} width="min(20rem, 40%)" radius="md" />
        </div>
      ))}
    </div>
  </div>
)

const Filters = () => (
  <div className={styles.filters}>
    <Skeleton height={36} radius="md" />
    <Skeleton height={36} width="10rem" radius="md" />
    <Skeleton height={36} width="10rem" radius="md" />
  </div>
)

const partShapes = {
  filters: Filters,
  rows: Placeholder,
  table: Table,
  chart: Chart,
  facts: Facts,
  settings: Settings,
  form: Form,
} satisfies Record<Part, () => React.ReactNode>
