'use client'

import { createClient } from '@thumbturn/web'
import { ThumbturnAuth, ThumbturnProvider } from '@thumbturn/web/react'
import { useRouter } from 'next/navigation'
import { baseUrl } from '@/app/thumbturn'

// Once, outside of components.
const client = createClient({ baseUrl })

/** Starts or ends the session, then renders the page again. */
function useSessionChange() {
  const router = useRouter()
  return async (method: 'POST' | 'DELETE', headers = {}) => {
    await fetch('/session', { method, headers })
    router.refresh()
  }
}

export function SignIn() {
  const change = useSessionChange()
  return (
    <ThumbturnProvider client={client}>
      <ThumbturnAuth onSignedIn={({ token }) => void change('POST', { authorization: `Bearer ${token}` })} />
    </ThumbturnProvider>
  )
}

export function SignOut() {
  const change = useSessionChange()
  return (
    <button type="button" onClick={() => void change('DELETE')}>
      Sign out
    </button>
  )
}
