// #region sign
import { parseRequestOptionsFromJSON, toAssertionResult } from '@thumbturn/web'

export async function signIn() {
  const { session, assertionOptions } = await (await fetch('/sign-in/begin', { method: 'POST' })).json()
  const publicKey = parseRequestOptionsFromJSON(assertionOptions)
  const assertionResult = toAssertionResult(await navigator.credentials.get({ publicKey }))
  await fetch('/sign-in/complete', { method: 'POST', body: JSON.stringify({ session, assertionResult }) })
}
// #endregion
