import { createClient } from '@thumbturn/web'
import { ThumbturnAuth, ThumbturnProvider } from '@thumbturn/web/react'
import { useEffect, useState } from 'react'
import { baseUrl } from './thumbturn.ts'

// Once, outside of components.
const client = createClient({ baseUrl })

/** The username of the session; null without one. */
async function readUsername(): Promise<string | null> {
  const response = await fetch('/api/me')
  return response.ok ? (await response.json()).username : null
}

/** Starts a session with the token of a sign-in, or ends it without one. */
const changeSession = (token?: string) =>
  token
    ? fetch('/api/session', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    : fetch('/api/session', { method: 'DELETE' })

export default function App() {
  const [username, setUsername] = useState<string | null>()
  const showUser = () => void readUsername().then(setUsername)
  const change = (token?: string) => void changeSession(token).then(showUser)
  useEffect(showUser, [])
  return (
    <ThumbturnProvider client={client}>
      <main>
        <h1>{username ? `Hello, ${username}` : 'My app'}</h1>
        <p>{username ? 'You stay signed in for a week.' : 'No passwords, only passkeys.'}</p>
        {username === null && <ThumbturnAuth onSignedIn={({ token }) => change(token)} />}
        {username && (
          <button type="button" onClick={() => change()}>
            Sign out
          </button>
        )}
      </main>
    </ThumbturnProvider>
  )
}
