import { authenticateWithPasskey, createClient } from '@thumbturn/web'
import {
  AutofillInput,
  PasskeyButton,
  ThumbturnAuth,
  ThumbturnProvider,
  usePasskey,
  usePasskeys,
  useSession,
} from '@thumbturn/web/react'
import { StrictMode, useState, version } from 'react'
import { createRoot } from 'react-dom/client'

// The test page, written as an application would write it.
const client = createClient({ baseUrl: `${location.origin}/apps/demo` })

function Account() {
  const { confirmTransaction, status } = usePasskey()
  const { session, signOut } = useSession()
  const [hash, setHash] = useState('')
  const pay = async () => {
    const confirmed = await confirmTransaction(session!.username, { txPayload: 'Pay 25.00 € to Grace' })
    if (confirmed) setHash(confirmed.txHash)
  }
  return (
    <main>
      <h1>Hello, {session!.username}</h1>
      <button type="button" onClick={pay}>
        Pay
      </button>
      <button type="button" onClick={signOut}>
        Sign out
      </button>
      <p role="status">
        {status} {hash}
      </p>
      <Passkeys />
    </main>
  )
}

function Passkeys() {
  const { status, passkeys, error, isSaving, renamePasskey, deletePasskey, refresh } = usePasskeys()
  return (
    <section aria-label="Passkeys" aria-busy={isSaving} data-status={status}>
      <ul>
        {passkeys.map(({ id, name }) => (
          <li key={id}>
            {name}
            <button type="button" onClick={() => renamePasskey(id, { name: 'Work laptop' })}>
              Rename
            </button>
            <button type="button" onClick={() => deletePasskey(id)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={refresh}>
        Refresh
      </button>
      <p role="alert">{error?.userMessage}</p>
    </section>
  )
}

function SignUp({ onLeave }: { onLeave(): void }) {
  const [username, setUsername] = useState('')
  const [message, setMessage] = useState('')
  const { status, error, createPasskey, abort } = usePasskey()
  return (
    <main>
      <h1>Sign up</h1>
      <label>
        Username <input value={username} onChange={(event) => setUsername(event.target.value)} />
      </label>
      <PasskeyButton
        action="signUp"
        username={username}
        displayName="Ada"
        onError={({ message }) => setMessage(message)}
        onSignedIn={({ passkeyId }) => Object.assign(globalThis, { passkeyId })}
      />
      <button type="button" onClick={() => createPasskey(username)}>
        By hook
      </button>
      <button type="button" onClick={abort}>
        Abort
      </button>
      <button type="button" onClick={onLeave}>
        Leave
      </button>
      <p role="status">{status}</p>
      <p role="alert">{message || error?.message}</p>
    </main>
  )
}

function SignIn({ onLeave }: { onLeave(): void }) {
  const [message, setMessage] = useState('')
  const { status, signInImmediately } = usePasskey()
  return (
    <main>
      <h1>Sign in</h1>
      <label htmlFor="name">Username</label>
      <AutofillInput id="name" onError={({ message }) => setMessage(message)} />
      <PasskeyButton onError={({ message }) => setMessage(message)} />
      <button type="button" onClick={() => signInImmediately()}>
        Immediately
      </button>
      <button type="button" onClick={() => authenticateWithPasskey(client).catch(() => {})}>
        Without a hook
      </button>
      <PasskeyButton action="signInImmediately" onNoPasskey={() => setMessage('Enter your username.')} />
      <p role="status">{status}</p>
      <button type="button" onClick={onLeave}>
        Leave
      </button>
      <p role="alert">{message}</p>
    </main>
  )
}

/** The element, which stays when the user signs in. */
function Element() {
  const { session } = useSession()
  const [events, setEvents] = useState('')
  const note = (event: string) => setEvents((before) => `${before}${event} `)
  return (
    <main>
      <h1>{session ? `Hello, ${session.username}` : 'My app'}</h1>
      <ThumbturnAuth
        mode="sign-up"
        onSignedIn={() => note('in')}
        onSignedOut={() => note('out')}
        onError={({ code }) => note(code)}
      />
      <output>{events}</output>
    </main>
  )
}

function App() {
  const { session } = usePasskey()
  const [view, setView] = useState(location.search.slice(1) || 'signUp')
  if (view === 'element') return <Element />
  if (session) return <Account />
  if (view === 'signUp') return <SignUp onLeave={() => setView('signIn')} />
  return view === 'signIn' ? <SignIn onLeave={() => setView('nothing')} /> : <main>Nothing</main>
}

Object.assign(globalThis, { reactVersion: version })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ThumbturnProvider client={client}>
      <App />
    </ThumbturnProvider>
  </StrictMode>,
)
