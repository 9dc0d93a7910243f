import { useLocation } from '@docusaurus/router'
import type { ReactNode } from 'react'
import type { Reference } from '../../plugins/openapi-reference/model.ts'
import { Method } from './Method.tsx'

/** All operations of the API as links: a column next to the page, on a phone a drawer above it. */
export function Contents({ document }: { document: Reference }): ReactNode {
  return (
    <nav className="reference-contents" aria-label={`Operations of the ${document.title}`}>
      <details className="reference-drawer">
        <summary>All operations</summary>
        <List document={document} />
      </details>
      <div className="reference-column">
        <List document={document} />
      </div>
    </nav>
  )
}

function List({ document }: { document: Reference }) {
  const { hash } = useLocation()
  return document.groups.map(({ tag, description, operations }) => (
    <div key={tag} className="reference-contents-group">
      <p>{description || tag}</p>
      <ul>
        {operations.map(({ id, method, path, summary }) => (
          <li key={id}>
            <a href={`#${id}`} title={`${method} ${path}`} aria-current={hash === `#${id}` ? 'location' : undefined}>
              <Method method={method} />
              <span>{summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  ))
}
