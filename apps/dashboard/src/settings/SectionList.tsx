import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import styles from './SettingsPage.module.css'
import { useSectionInView } from './use-section-in-view.ts'

type Props = { sections: readonly { id: string; title: string }[] }

/** Links to the sections, which follow the scroll position: a column, or a line below the header on narrow screens. */
export function SectionList({ sections }: Props) {
  const { t } = useLingui()
  const shown = useSectionInView(sections.map(({ id }) => id))
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`a[href$="#${shown}"]`)
    if (link) list.current?.scrollTo({ left: link.offsetLeft - 16 })
  }, [shown])
  return (
    <nav className={styles.sections} aria-label={t`Sections`}>
      <ul ref={list}>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <Link to={`#${id}`} replace preventScrollReset aria-current={id === shown ? 'location' : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
