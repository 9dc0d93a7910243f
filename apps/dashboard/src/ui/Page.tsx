import { useLingui } from '@lingui/react/macro'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { Boundary } from './Boundary.tsx'
import styles from './Page.module.css'
import { PagePlaceholder } from './PagePlaceholder.tsx'

/** A page above another one. */
export type Crumb = { title: string; to: string; parent?: Crumb }

type PageProps = {
  title: string
  /** One sentence about what the page is for. */
  description?: ReactNode
  /** Where the page belongs, if it is below another. */
  parent?: Crumb
  actions?: ReactNode
  /** For tables with many columns. */
  isWide?: boolean
  children: ReactNode
}

/** A page: its title, what can be done on it, and its content, which is shown when its data has arrived. */
export function Page({ title, description, parent, actions, isWide = false, children }: PageProps) {
  useTitle(title)
  return (
    <div className={styles.page} data-wide={isWide || undefined}>
      <div className={styles.head}>
        {parent && <Breadcrumb parent={parent} title={title} />}
        <div className={styles.heading}>
          <h1 tabIndex={-1}>{title}</h1>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      <Boundary placeholder={<PagePlaceholder />}>{children}</Boundary>
    </div>
  )
}

function Breadcrumb({ parent, title }: { parent: Crumb; title: string }) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Breadcrumb`}>
      <ol className={styles.breadcrumb}>
        {listCrumbs(parent).map((crumb) => (
          <li key={crumb.to}>
            <Link to={crumb.to}>{crumb.title}</Link>
            <IconChevronRight size={14} stroke={1.8} aria-hidden="true" />
          </li>
        ))}
        <li aria-current="page">{title}</li>
      </ol>
    </nav>
  )
}

const listCrumbs = ({ parent, ...crumb }: Crumb): Crumb[] => [...(parent ? listCrumbs(parent) : []), crumb]

/** The title of the browser's tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Thumbturn`
  }, [title])
}
