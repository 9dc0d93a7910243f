import { authenticateWithPasskeyAutofill, isConditionalUIAvailable } from '@thumbturn/web'
import { useEffect } from 'preact/hooks'
import { usePage } from '../page.ts'

type Options = {
  /** Another value offers it again, after a dialog that interrupted it. */
  round: number
  onToken: (token: string) => void
  onError: (error: unknown) => void
}

/** Offers passkeys in the autofill of the page's input while the component is there. */
export function useAutofill({ round, onToken, onError }: Options): void {
  const { client } = usePage()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const offer = async () => {
      if (!(await isConditionalUIAvailable()) || signal.aborted) return
      const { token } = await authenticateWithPasskeyAutofill(client, { signal })
      if (!signal.aborted) onToken(token)
    }
    offer().catch((error: { code?: string }) => {
      // A dialog that the user opened ended it, which is no error.
      if (!signal.aborted && error.code !== 'ERROR_PASSKEY_ABORTED') onError(error)
    })
    return () => leaving.abort()
  }, [round])
}
