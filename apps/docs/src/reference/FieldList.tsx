import { type ReactNode, useState } from 'react'
import type { Field } from '../../plugins/openapi-reference/model.ts'
import { Inline } from './Prose.tsx'

/** Fields of a request body, a response, or an address; nested fields are rendered when they are opened. */
export function FieldList({ title, fields }: { title?: string; fields: readonly Field[] }): ReactNode {
  return (
    <>
      {title && <h4>{title}</h4>}
      <ul className="fields">
        {fields.map((field) => (
          <FieldItem key={`${field.where ?? ''}${field.name}`} field={field} />
        ))}
      </ul>
    </>
  )
}

function FieldItem({ field }: { field: Field }) {
  const { name, type, required, where, says, limits, choices, fields } = field
  return (
    <li>
      <code className="field-name">{name}</code> <span className="field-type">{type}</span>
      {where && <span className="field-type"> in {where}</span>}
      {required && <strong className="field-required"> required</strong>}
      {says && (
        <span className="field-says">
          <Inline text={says} />
        </span>
      )}
      {choices && (
        <span className="field-limits">
          one of{' '}
          {choices.map((choice) => (
            <code key={choice}>{choice}</code>
          ))}
        </span>
      )}
      {limits.length > 0 && <span className="field-limits">{limits.join(', ')}</span>}
      {fields && fields.length > 0 && <Inside name={name} fields={fields} />}
    </li>
  )
}

function Inside({ name, fields }: { name: string; fields: readonly Field[] }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="field-inside" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Fields of {name} ({fields.length})
      </summary>
      {open && <FieldList fields={fields} />}
    </details>
  )
}
