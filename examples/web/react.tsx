import { createClient } from '@thumbturn/web'
import {
  AutofillInput,
  PasskeyButton,
  ThumbturnProvider,
  usePasskey,
  usePasskeys,
  useSession,
} from '@thumbturn/web/react'
import { useState } from 'react'

// Once, outside of components.
const client = createClient({ baseUrl: 'http://localhost:4300/apps/demo' })

export const App = () => (
  <ThumbturnProvider client={client}>
    <Account />
  </ThumbturnProvider>
)

function Account() {
  const { status, session, signOut } = useSession()
  if (status === 'loading') return null
  if (!session) return <SignIn />
  return (
    <>
      <Passkeys />
      <button type="button" onClick={signOut}>
        Sign out {session.username}
      </button>
    </>
  )
}

function Passkeys() {
  const { passkeys, error, deletePasskey } = usePasskeys()
  return (
    <>
      {error && <p role="alert">{error.userMessage}</p>}
      <ul>
        {passkeys.map(({ id, name }) => (
          <li key={id}>
            {name}
            <button type="button" onClick={() => deletePasskey(id)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function SignIn() {
  const [username, setUsername] = useState('')
  const [failure, setFailure] = useState('')
  const { status, error, createPasskey } = usePasskey()
  const signUp = async () => {
    const created = await createPasskey(username)
    if (created) await startSession(created.token)
  }
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <label htmlFor="username">Username</label>
      <AutofillInput
        id="username"
        value={username}
        onChange={(event) => setUsername(event.target.value)}
        onSignedIn={({ token }) => startSession(token)}
      />
      <PasskeyButton
        username={username}
        onClick={() => setFailure('')}
        onSignedIn={({ token }) => startSession(token)}
        onError={({ userMessage }) => setFailure(userMessage)}
      />
      <button type="button" onClick={signUp}>
        Create an account
      </button>
      {status === 'failed' && <p role="alert">{error?.userMessage}</p>}
      {failure && <p role="alert">{failure}</p>}
    </form>
  )
}

// Your backend verifies the token and starts a session.
const startSession = (token: string) =>
  fetch('/session', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
