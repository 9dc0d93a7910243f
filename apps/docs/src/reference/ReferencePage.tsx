import Link from '@docusaurus/Link'
import useBrokenLinks from '@docusaurus/useBrokenLinks'
import Layout from '@theme/Layout'
import type { ReactNode } from 'react'
import { toGroupId } from '../../plugins/openapi-reference/group-id.ts'
import type { Reference } from '../../plugins/openapi-reference/model.ts'
import { type ApiReference, apiReferences } from '../../plugins/openapi-reference/references.ts'
import { NotYet } from '../components/NotYet.tsx'
import { Contents } from './Contents.tsx'
import { OperationSection } from './OperationSection.tsx'
import { Prose } from './Prose.tsx'
import { useSteadyTarget } from './target.ts'

type Props = { api: { reference: ApiReference; document?: Reference } }

/** One API on one page. */
export default function ReferencePage({ api: { reference, document } }: Props): ReactNode {
  useSteadyTarget()
  if (!document) return <MissingPage reference={reference} />
  const { errorFields: [message, code] = ['msg', 'msgCode'], errors, guide } = reference
  return (
    <Layout title={document.title} description={document.description} wrapperClassName="reference-page">
      <div className="reference">
        <Contents document={document} />
        <main className="reference-main">
          <article className="markdown reference-article">
            <header className="reference-head">
              <Switcher current={reference.route} />
              <h1>{document.title}</h1>
              <Prose text={document.description} />
              <p>
                All paths on this page are relative to <code>{document.server}</code>. Errors are JSON objects with{' '}
                <code>{message}</code> for developers and <code>{code}</code> for programs, listed in{' '}
                <Link to={errors ?? '/reference-documentation/errors/'}>the error catalog</Link>. You can also download
                the OpenAPI document: <Link to={`pathname:///openapi/${document.file}`}>{document.file}</Link>, version{' '}
                {document.version}.
                {guide && (
                  <>
                    {' '}
                    Guide: <Link to={guide.to}>{guide.label}</Link>.
                  </>
                )}
              </p>
            </header>
            {document.groups.map(({ tag, description, operations }) => (
              <section key={tag}>
                <GroupHeading tag={tag} title={description || tag} />
                {operations.map((operation) => (
                  <OperationSection key={operation.id} operation={operation} document={document} />
                ))}
              </section>
            ))}
          </article>
        </main>
      </div>
    </Layout>
  )
}

/** The other APIs, one choice away. */
function Switcher({ current }: { current: string }) {
  return (
    <nav className="reference-switcher" aria-label="API">
      {apiReferences.map(({ route, label }) => (
        <Link key={route} to={route} aria-current={route === current ? 'page' : undefined}>
          {label.replace(/ API$/, '')}
        </Link>
      ))}
    </nav>
  )
}

function GroupHeading({ tag, title }: { tag: string; title: string }) {
  const id = toGroupId(tag)
  useBrokenLinks().collectAnchor(id)
  return (
    <h2 id={id} className="reference-group">
      {title}
    </h2>
  )
}

function MissingPage({ reference: { label, notYet } }: { reference: ApiReference }) {
  return (
    <Layout title={label}>
      <main className="container margin-vert--lg">
        <article className="markdown">
          <h1>{label}</h1>
          <p>{notYet}</p>
          <NotYet what={`The ${label.toLowerCase()}`} />
          <p>
            Until then, use the <Link to="/next/api/">current API</Link>.
          </p>
        </article>
      </main>
    </Layout>
  )
}
