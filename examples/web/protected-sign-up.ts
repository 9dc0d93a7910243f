import { thumbturn } from './thumbturn.ts'

/** The page requests a grant from its backend when the button is pressed. */
export async function signUp() {
  // #region create
  const response = await fetch('/passkey-grant', { method: 'POST' })
  const { username, token } = await response.json()
  await thumbturn.createPasskey(username, { token })
  // #endregion
}
