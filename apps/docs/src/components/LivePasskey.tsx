import type { SignedIn } from '@thumbturn/web'
import { type FormEvent, type ReactNode, useId, useState } from 'react'

type State = { busy: boolean; message: string; token?: Record<string, unknown> }

/**
 * Try it: a passkey at the application `demo` of the service that serves this page. The SDK is fetched, and the service
 * asked, when the button is pressed, so that the page works on any other host too and says there what is missing.
 */
export function LivePasskey({ to }: { to: 'sign up' | 'sign in' }): ReactNode {
  const id = useId()
  const [name, setName] = useState('')
  const [{ busy, message, token }, setState] = useState<State>({ busy: false, message: '' })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setState({ busy: true, message: 'Follow the prompt in your browser…' })
    setState(await attempt(to, name))
  }

  return (
    <form className="live-passkey" aria-labelledby={id} onSubmit={submit}>
      <p id={id}>
        <strong>{to === 'sign up' ? 'Create a passkey here' : 'Sign in here'}</strong>
      </p>
      <p>
        This button works: it calls the <code>demo</code> application on the server that serves this page. If you’re
        reading this on another host, start the service with <code>npm start</code>, and open this page at{' '}
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

async function attempt(to: 'sign up' | 'sign in', name: string): Promise<State> {
  try {
    const { createMemoryTokenStore, PasskeyError, Thumbturn } = await import('@thumbturn/web')
    const baseUrl = `${location.origin}/apps/demo`
    const thumbturn = new Thumbturn({ baseUrl, tokenStore: createMemoryTokenStore(), disableAnalytics: true })
    const check = await thumbturn.verifyConfigSettings()
    if (!check.isValid) return failed(`${check.message}. ${check.solution}.`)
    try {
      const done = await (to === 'sign up' ? thumbturn.createPasskey(name) : thumbturn.authenticateWithPasskey())
      return done.isAuthenticated ? signedIn(done) : failed('No passkey is available. Create one first.')
    } catch (error) {
      if (error instanceof PasskeyError) return failed(`${error.code}: ${error.message}`)
      throw error
    }
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

const failed = (message: string): State => ({ busy: false, message })

function signedIn({ token }: SignedIn): State {
  const [, payload = ''] = token.split('.')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  return {
    busy: false,
    message: 'Signed in. The token contains these claims:',
    token: JSON.parse(new TextDecoder().decode(bytes)),
  }
}
