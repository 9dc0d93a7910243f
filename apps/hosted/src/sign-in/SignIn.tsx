import { useState } from 'preact/hooks'
import { usePage } from '../page.ts'
import { useAction } from '../ui/use-action.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { CodeForm } from './CodeForm.tsx'
import { exchangeToken, type Next } from './follow.ts'
import type { View } from './form.ts'
import { InvitedForm } from './InvitedForm.tsx'
import { SignInForm } from './SignInForm.tsx'
import { SignUpForm } from './SignUpForm.tsx'

type Props = { startWith?: 'signIn' | 'signUp' | 'invited'; onSignedIn: (next: Next) => void | Promise<void> }

/** Signing in, and signing up if users can. */
export function SignIn({ startWith = 'signIn', onSignedIn }: Props) {
  const { request } = usePage()
  const [view, setView] = useState<View>({ kind: startWith })
  const [username, setUsername] = useState(request.loginHint ?? '')
  const action = useAction()
  const show = (next: View) => {
    action.clear()
    setView(next)
  }
  const complete = async (token: string) => onSignedIn(await exchangeToken(token))
  const props = { username, setUsername, show, action, complete }
  if (view.kind === 'add') return <AddPasskey {...props} earned={view.earned} />
  const Form = { signIn: SignInForm, signUp: SignUpForm, code: CodeForm, invited: InvitedForm }[view.kind]
  return <Form {...props} />
}
