import { useEffect } from 'preact/hooks'
import { createPageUrl, leaveFor, sealedRequest } from '../address.ts'
import { usePage } from '../page.ts'
import { Waiting } from '../ui/Waiting.tsx'
import { follow } from './follow.ts'
import { SignIn } from './SignIn.tsx'

/** Signs a user in for the program that asked; without one, leads to the account. */
export function SignInPage() {
  const { request } = usePage()
  const { account, application, prompt } = request
  const isDone = account !== undefined && sealedRequest === undefined
  useEffect(() => {
    if (isDone) leaveFor(createPageUrl('account'))
  }, [isDone])
  if (isDone) return <Waiting />
  const wantsAccount = application.canSignUp && prompt?.split(' ').includes('create')
  return <SignIn startWith={wantsAccount ? 'signUp' : 'signIn'} onSignedIn={follow} />
}
