import { Suspense } from 'react'
import { SignIn, SignOut } from '@/app/buttons'
import { sessions } from '@/app/sessions'

export default function Home() {
  return (
    <main>
      <Suspense>
        <User />
      </Suspense>
    </main>
  )
}

async function User() {
  const session = await sessions.get()
  return (
    <>
      <h1>{session ? `Hello, ${session.username}` : 'My app'}</h1>
      <p>{session ? 'You stay signed in for a week.' : 'No passwords, only passkeys.'}</p>
      {session ? <SignOut /> : <SignIn />}
    </>
  )
}
