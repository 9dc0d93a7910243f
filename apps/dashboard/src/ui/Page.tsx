import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { Boundary } from './Boundary.tsx'
import styles from './Page.module.css'

type PageProps = {
  title: string
  /** One sentence about what the page is for. */
  description?: ReactNode
  /** Where the page belongs, if it is below another. */
  parent?: { title: string; to: string }
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
        <div className={styles.heading}>
          {parent && (
            <Link className={styles.parent} to={parent.to}>
              {parent.title}
              <span aria-hidden="true"> /</span>
            </Link>
          )}
          <h1 tabIndex={-1}>{title}</h1>
          {description && <p className={styles.description}>{description}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      <Boundary>{children}</Boundary>
    </div>
  )
}

/** The title of the browser's tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Thumbturn`
  }, [title])
}
