import { createClient } from '@thumbturn/web'
import { PasskeyButton, ThumbturnProvider, useSession } from '@thumbturn/web/react'
import { useEffect, useState } from 'react'

// Once, outside of components.
const client = createClient({ baseUrl: 'http://localhost:4300/apps/demo' })

export default function App() {
  return (
    <ThumbturnProvider client={client}>
      <Page />
    </ThumbturnProvider>
  )
}

function Page() {
  const { status } = useSession()
  if (status === 'loading') return null
  return status === 'signedIn' ? <Account /> : <SignIn />
}

function Account() {
  const { signOut } = useSession()
  const [name, setName] = useState('')
  useEffect(() => {
    fetch('/api/me')
      .then((response) => response.json())
      .then(({ username }) => setName(username))
  }, [])
  return (
    <main>
      <h1>Hello, {name}</h1>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
    </main>
  )
}

function SignIn() {
  const [username, setUsername] = useState('')
  const [message, setMessage] = useState('')
  const showError = (error: Error & { userMessage: string }) => {
    console.error(error.message) // for you
    setMessage(error.userMessage) // for your user
  }
  return (
    <main>
      <h1>Sign in</h1>
      <label htmlFor="username">Username</label>
      <input id="username" value={username} onChange={({ target }) => setUsername(target.value)} />
      <PasskeyButton action="signUp" username={username} onError={showError}>
        Create an account
      </PasskeyButton>
      <PasskeyButton onError={showError}>Sign in</PasskeyButton>
      <p role="alert">{message}</p>
    </main>
  )
}
