import { writeStart } from '@thumbturn/contract/vocabulary/publication.ts'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { type LiveState, tryPasskey, waiting } from './live-passkey.ts'

/** Try it: a passkey at the application `demo` of the service that serves this page. */
export function LivePasskey({ to }: { to: 'sign up' | 'sign in' }): ReactNode {
  const id = useId()
  const [name, setName] = useState('')
  const [{ busy, message, token }, setState] = useState<LiveState>({ busy: false, message: '' })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setState(waiting)
    setState(await tryPasskey(to, name))
  }

  return (
    <form className="live-passkey" aria-labelledby={id} onSubmit={submit}>
      <p id={id}>
        <strong>{to === 'sign up' ? 'Create a passkey here' : 'Sign in here'}</strong>
      </p>
      <p>
        This button works: it calls the <code>demo</code> application on the server that serves this page. If you’re
        reading this on another host, start the service with <code>{writeStart()}</code>, and open this page at{' '}
        <code>http://localhost:4300</code>.
      </p>
      {to === 'sign up' && (
        <label>
          Username
          <input
            value={name}
            onChange={({ target }) => setName(target.value)}
            required
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
          />
        </label>
      )}
      <button type="submit" disabled={busy}>
        {to === 'sign up' ? 'Create a passkey' : 'Sign in with a passkey'}
      </button>
      <p role="status">{message}</p>
      {token && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
        <div className="live-token" tabIndex={0} role="group" aria-label="Token claims">
          <pre>{JSON.stringify(token, null, 2)}</pre>
        </div>
      )}
    </form>
  )
}
