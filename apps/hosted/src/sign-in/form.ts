import type { SignedIn } from '@thumbturn/web'
import type { Action } from '../ui/use-action.ts'

/** The form that is shown; after a code, with the sign-in that it earned. */
export type View = { kind: 'signIn' | 'signUp' | 'code' | 'invited' } | { kind: 'add'; earned: SignedIn }

/** The props of every form. */
export type FormProps = {
  username: string
  setUsername: (username: string) => void
  show: (view: View) => void
  action: Action
  /** Exchanges the token of a sign-in for a session. @throws CallError */
  complete: (token: string) => Promise<void>
}
