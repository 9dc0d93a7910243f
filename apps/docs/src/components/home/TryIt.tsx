import { type FormEvent, type ReactNode, useState } from 'react'
import { type LiveState, tryPasskey, waiting } from '../live-passkey.ts'

/** The claims of the token that a sign-in as this user returns, until the reader has one. */
const example = {
  tokenType: 'jwtAccess',
  username: 'ada@example.com',
  sub: '5a6f2d3c-9d1b-4b57-8f0e-1d2c3b4a5968',
  aud: 'demo',
  iss: 'http://localhost:4300/apps/demo',
  exp: 1795167600,
}

/** A sign-up and a sign-in that work, and the token that a backend gets from them. */
export function TryIt(): ReactNode {
  const [name, setName] = useState('')
  const [{ busy, message, token }, setState] = useState<LiveState>({ busy: false, message: '' })
  const start = async (to: 'sign up' | 'sign in') => {
    setState(waiting)
    setState(await tryPasskey(to, name))
  }
  const signUp = (event: FormEvent) => {
    event.preventDefault()
    void start('sign up')
  }
  return (
    <form className="try" aria-labelledby="try" onSubmit={signUp}>
      <p id="try" className="try-title">
        Try it on this server
      </p>
      <label>
        Username
        <input
          value={name}
          onChange={({ target }) => setName(target.value)}
          placeholder="ada@example.com"
          required
          maxLength={64}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      </label>
      <div className="try-buttons">
        <button type="submit" disabled={busy}>
          Create a passkey
        </button>
        <button type="button" disabled={busy} onClick={() => void start('sign in')}>
          Sign in
        </button>
      </div>
      <p className="try-message" role="status">
        {message || 'Your backend gets a signed token with these claims:'}
      </p>
      <Claims token={token ?? example} />
    </form>
  )
}

function Claims({ token }: { token: Record<string, unknown> }) {
  const claims = Object.keys(example).filter((name) => name in token)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className="try-token" role="group" aria-label="Token claims" tabIndex={0}>
      <dl>
        {claims.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(token[name])}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
