import { useEffect } from 'preact/hooks'
import { createPageUrl, invitation, leaveFor, sealedRequest } from '../address.ts'
import { usePage } from '../page.ts'
import { Waiting } from '../ui/Waiting.tsx'
import { follow } from './follow.ts'
import { SignIn } from './SignIn.tsx'

/** Signs a user in for the program that asked; without one, leads to the account. */
export function SignInPage() {
  const { request } = usePage()
  const { account, application, prompt } = request
  const isInvited = invitation !== undefined
  const isDone = account !== undefined && sealedRequest === undefined && !isInvited
  useEffect(() => {
    if (isDone) leaveFor(createPageUrl('account'))
  }, [isDone])
  if (isDone) return <Waiting />
  const wantsAccount = application.canSignUp && prompt?.split(' ').includes('create')
  const form = wantsAccount ? 'signUp' : 'signIn'
  return <SignIn startWith={isInvited ? 'invited' : form} onSignedIn={follow} />
}
