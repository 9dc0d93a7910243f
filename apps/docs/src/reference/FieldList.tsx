import Link from '@docusaurus/Link'
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
  const { name, type, required, where, says, limits, choices, fields = [] } = field
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <code className="field-name">{name}</code>{' '}
      <span className="field-type">
        {fields.length > 0 ? (
          <button type="button" className="field-open" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {type}
          </button>
        ) : (
          type
        )}
        {where && ` in ${where}`}
      </span>
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
      {isOpen && <FieldsInside type={type} fields={fields} />}
    </li>
  )
}

const webauthn = 'https://www.w3.org/TR/webauthn-3/'

/** Where a standard defines a type. */
const definitions: Readonly<Record<string, string>> = {
  CreationOptions: `${webauthn}#dictionary-makecredentialoptions`,
  RequestOptions: `${webauthn}#dictionary-assertion-options`,
  PubKeyCredentialDescriptor: `${webauthn}#dictdef-publickeycredentialdescriptor`,
  JWK: 'https://www.rfc-editor.org/rfc/rfc7517#section-4',
  RsaJWK: 'https://www.rfc-editor.org/rfc/rfc7517#section-4',
}

function FieldsInside({ type, fields }: { type: string; fields: readonly Field[] }) {
  const definition = definitions[type.replace(/^array of /, '')]
  return (
    <>
      {definition && (
        <span className="field-limits">
          <Link to={definition}>The definition in the standard</Link>
        </span>
      )}
      <FieldList fields={fields} />
    </>
  )
}
