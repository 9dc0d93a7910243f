import Link from '@docusaurus/Link'
import useBrokenLinks from '@docusaurus/useBrokenLinks'
import { Fragment, type ReactNode, useState } from 'react'
import type { Answer, Operation, Reference } from '../../plugins/openapi-reference/model.ts'
import { HashLink } from '../components/HashLink.tsx'
import { Code } from './Code.tsx'
import { FieldList } from './FieldList.tsx'
import { Method } from './Method.tsx'
import { OperationPanel } from './OperationPanel.tsx'
import { Inline, Prose } from './Prose.tsx'

/** One operation: what it takes and answers on the left, samples and console on the right. */
export function OperationSection({ operation, document }: { operation: Operation; document: Reference }): ReactNode {
  // Links to an operation are checked by the build like those to a heading.
  const { id } = operation
  useBrokenLinks().collectAnchor(id)
  const { method, path, summary, description, access, parameters, body, answers, guides } = operation
  return (
    <section className="operation">
      <div className="operation-text">
        <h3 id={id}>
          {summary}
          <HashLink to={id} of={summary} />
        </h3>
        <p className="operation-line">
          <Method method={method} /> <code>{path}</code>
        </p>
        <Prose text={description} />
        <p className="operation-access">{access.says}</p>
        {guides.length > 0 && <GuideLinks guides={guides} />}
        {parameters.length > 0 && <FieldList title="Parameters" fields={parameters} />}
        {body && body.length > 0 && <FieldList title="Body" fields={body} />}
        <h4>Responses</h4>
        <Responses answers={answers.filter(isSuccess)} />
        <Errors answers={answers.filter((answer) => !isSuccess(answer))} />
      </div>
      <OperationPanel operation={operation} document={document} />
    </section>
  )
}

function GuideLinks({ guides }: Pick<Operation, 'guides'>) {
  return (
    <p className="operation-guides">
      {guides.length === 1 ? 'Guide: ' : 'Guides: '}
      {guides.map(({ to, label }, index) => (
        <Fragment key={to}>
          {index > 0 && ', '}
          <Link to={to}>{label}</Link>
        </Fragment>
      ))}
    </p>
  )
}

const isSuccess = ({ status }: Answer) => /^[23]/.test(status)

const Responses = ({ answers }: { answers: readonly Answer[] }) => (
  <ul className="answers">
    {answers.map((answer) => (
      <Response key={answer.status} answer={answer} />
    ))}
  </ul>
)

/** The errors of an operation, which are much the same for a hundred operations, so that they are folded. */
function Errors({ answers }: { answers: readonly Answer[] }) {
  if (answers.length === 0) return null
  const statuses = answers.map(({ status }) => status).join(', ')
  return (
    <details className="field-inside">
      <summary>
        {answers.length === 1 ? 'Error' : 'Errors'}: {statuses}
      </summary>
      <Responses answers={answers} />
    </details>
  )
}

/** A status with its fields, and of an error the body. */
function Response({ answer: { status, says, fields, example, isPage } }: { answer: Answer }) {
  const isError = !status.startsWith('2')
  return (
    <li>
      <span className={`status status-${status[0]}`}>{status}</span> <Inline text={says} />
      {isPage && ' (a page)'}
      {fields && fields.length > 0 && <FieldList fields={fields} />}
      {isError && example !== undefined && <Body status={status} example={example} />}
    </li>
  )
}

function Body({ status, example }: { status: string; example: unknown }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="field-inside" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Body</summary>
      {open && (
        <Code label={`Body of ${status}`} language="json">
          {JSON.stringify(example, null, 2)}
        </Code>
      )}
    </details>
  )
}
