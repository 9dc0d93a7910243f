import { useMutation } from '@tanstack/react-query'
import { isImmediateSignInAvailable } from '@thumbturn/web'
import { useEffect, useState } from 'react'
import { thumbturn } from '../session/thumbturn.ts'
import { rememberVisit } from './view.ts'

/** The immediate sign-in of the page; `isOffered` once the browser has said that it can. */
export function useImmediateSignIn() {
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    void isImmediateSignInAvailable().then(setOffered)
  }, [])
  const signIn = useMutation({ mutationKey: ['ceremony'], mutationFn: signInIfHere })
  const isMissing = signIn.isSuccess && !signIn.data
  return { isOffered, isMissing, isPending: signIn.isPending, error: signIn.error, start: () => signIn.mutate() }
}

/** Whether there was a passkey, and the user chose it. */
async function signInIfHere(): Promise<boolean> {
  const signedIn = await thumbturn.signInImmediately()
  if (signedIn) rememberVisit()
  return signedIn !== undefined
}
