import { isImmediateSignInAvailable } from '@thumbturn/web'
import { useEffect, useState } from 'react'
import { thumbturn } from '../session/thumbturn.ts'
import { useCancelable } from '../ui/cancelable.ts'
import { rememberVisit } from './view.ts'

/** The immediate sign-in of the page; `isOffered` once the browser has said that it can. */
export function useImmediateSignIn() {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    void isImmediateSignInAvailable().then(setOffered)
  }, [])
  const signIn = useCancelable<boolean>((_, signal) => signInIfHere(signal), { mutationKey: ['ceremony'] })
  const isMissing = signIn.isSuccess && !signIn.data
  const { isPending, error, mutate, cancel } = signIn
  return { isOffered, isMissing, isPending, error, start: () => mutate(), cancel }
}

/** Whether there was a passkey, and the user chose it. */
async function signInIfHere(signal: AbortSignal): Promise<boolean> {
  const signedIn = await thumbturn.signInImmediately({ signal })
  if (signedIn) rememberVisit()
  return signedIn !== undefined
}
