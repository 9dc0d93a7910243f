import { useSuspenseQuery } from '@tanstack/react-query'
import { PendingPage } from '../session/PendingPage.tsx'
import { SignInPage } from '../session/SignInPage.tsx'
import { sessionQuery } from '../session/session.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { Shell } from './Shell.tsx'

/** The pages of members with a role; visitors without a session sign in first, and stay at the same address. */
export function SignedIn() {
  return (
    <Boundary placeholder={null}>
      <Gate />
    </Boundary>
  )
}

function Gate() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  if (!session) return <SignInPage />
  return session.roles.length > 0 ? <Shell /> : <PendingPage />
}
