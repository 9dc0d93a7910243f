import useBrokenLinks from '@docusaurus/useBrokenLinks'
import type { ReactNode } from 'react'
import type { Operation, Reference } from '../../plugins/openapi-reference/model.ts'
import { FieldList } from './FieldList.tsx'
import { Method } from './Method.tsx'
import { OperationPanel } from './OperationPanel.tsx'
import { Inline, Prose } from './Prose.tsx'

/** One operation: what it takes and answers on the left, samples and console on the right. */
export function OperationSection({ operation, document }: { operation: Operation; document: Reference }): ReactNode {
  // Links to an operation are checked by the build like those to a heading.
  const { id } = operation
  useBrokenLinks().collectAnchor(id)
  const { method, path, summary, description, access, parameters, body, answers } = operation
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
        {parameters.length > 0 && <FieldList title="Parameters" fields={parameters} />}
        {body && body.length > 0 && <FieldList title="Body" fields={body} />}
        <h4>Answers</h4>
        <ul className="answers">
          {answers.map(({ status, says, fields }) => (
            <li key={status}>
              <span className={`status status-${status[0]}`}>{status}</span> <Inline text={says} />
              {fields && fields.length > 0 && <FieldList fields={fields} />}
            </li>
          ))}
        </ul>
      </div>
      <OperationPanel operation={operation} document={document} />
    </section>
  )
}

function HashLink({ to, of }: { to: string; of: string }) {
  return (
    <a className="hash-link" href={`#${to}`}>
      <span className="visually-hidden">Direct link to {of}</span>
    </a>
  )
}
