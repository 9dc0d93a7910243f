import { thumbturn } from './thumbturn.ts'

/** The last sign-in with a password, which leads to a passkey. */
export async function createPasskeyAfterPassword(username: string, password: string) {
  // #region move
  const response = await fetch('/sign-in', { method: 'POST', body: JSON.stringify({ username, password }) })
  const { jwt } = await response.json() // your backend called /authenticate/password
  await thumbturn.createPasskey(username, { token: jwt })
  // #endregion
}
