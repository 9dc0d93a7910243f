import { type FormEvent, type ReactNode, useState } from 'react'
import type { Operation } from '../../plugins/openapi-reference/model.ts'
import { Code } from './Code.tsx'
import { type CallResult, kept, makeCall } from './console-call.ts'

/** Sends one operation to a running service. What is typed stays in memory: a reload forgets it. */
export default function Console({ operation, server }: { operation: Operation; server: string }): ReactNode {
  const [result, setResult] = useState<CallResult | undefined>()
  const [busy, setBusy] = useState(false)
  const { id, access, parameters, bodyExample, isForm } = operation
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setResult(await makeCall(operation, { form, server }))
    setBusy(false)
  }
  return (
    <form className="console" onSubmit={(event) => void send(event)} aria-label={`Try ${operation.summary}`}>
      <Line id={`${id}-base`} name="base" label="Address" value={kept.base || defaultBase(server)} />
      {access.kind !== 'none' && (
        <Line
          id={`${id}-credential`}
          name="credential"
          label={`Authorization (${access.says.toLowerCase()})`}
          value={kept.credential}
          secret
        />
      )}
      {parameters.map(({ name, example, required }) => (
        <Line
          key={name}
          id={`${id}-${name}`}
          name={`parameter ${name}`}
          label={name}
          value={required ? String(example ?? '') : ''}
        />
      ))}
      {bodyExample !== undefined && (
        <div>
          <label htmlFor={`${id}-body`}>{isForm ? 'Body, which is sent as a form' : 'Body'}</label>
          <textarea
            id={`${id}-body`}
            name="body"
            rows={10}
            spellCheck={false}
            defaultValue={JSON.stringify(bodyExample, null, 2)}
          />
        </div>
      )}
      <button type="submit" className="console-send" disabled={busy}>
        {busy ? 'Sending…' : 'Send'}
      </button>
      <p className="console-note">This page sends your request only to that address. Nothing is stored.</p>
      <output aria-live="polite">{result && <Answer result={result} />}</output>
    </form>
  )
}

const defaultBase = (server: string) =>
  server.startsWith('{baseUrl}/fido2') ? `${window.location.origin}/apps/demo` : window.location.origin

type LineProps = { id: string; name: string; label: string; value: string; secret?: boolean }

function Line({ id, name, label, value, secret = false }: LineProps) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        defaultValue={value}
        type={secret ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
      />
    </div>
  )
}

function Answer({ result }: { result: CallResult }) {
  if ('failed' in result) return <p className="console-failed">{result.failed}</p>
  return (
    <>
      <p>
        <span className={`status status-${String(result.status)[0]}`}>{result.status}</span> in {result.milliseconds} ms
      </p>
      <Code label="Response" language="json">
        {result.text || '(no body)'}
      </Code>
    </>
  )
}
