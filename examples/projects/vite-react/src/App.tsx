import { createClient } from '@thumbturn/web'
import { ThumbturnAuth, ThumbturnProvider } from '@thumbturn/web/react'
import { useEffect, useState } from 'react'
import { baseUrl } from './thumbturn.ts'

// Once, outside of components.
const client = createClient({ baseUrl })

/** The username that the protected route returns, for a signed-in user. */
async function readUsername(): Promise<string | undefined> {
  const response = await fetch('/api/me')
  return response.ok ? (await response.json()).username : undefined
}

export default function App() {
  const [username, setUsername] = useState<string>()
  const showUser = () => void readUsername().then(setUsername)
  useEffect(showUser, [])
  return (
    <ThumbturnProvider client={client}>
      <main>
        <h1>{username ? `Hello, ${username}` : 'My app'}</h1>
        <p>{username ? 'The backend verified your token.' : 'No passwords, only passkeys.'}</p>
        <ThumbturnAuth onSignedIn={showUser} onSignedOut={showUser} />
      </main>
    </ThumbturnProvider>
  )
}
