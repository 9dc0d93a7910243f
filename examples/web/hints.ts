import { isHybridAvailable, PasskeyError } from '@thumbturn/web'
import { thumbturn } from './thumbturn.ts'

export async function signInWithSecurityKey(username: string) {
  // #region hints
  const result = await thumbturn.authenticateWithPasskey(username, { hints: ['security-key'] })
  // #endregion
  return result
}

// #region phone
const button = document.querySelector<HTMLButtonElement>('#phone')!
button.hidden = !(await isHybridAvailable())

button.addEventListener('click', async () => {
  try {
    await thumbturn.authenticateWithPasskey('', { hints: ['hybrid'] })
  } catch (error) {
    if (!(error instanceof PasskeyError)) throw error
    // Canceled, or ERROR_BLUETOOTH_MISSING: its userMessage says what to turn on.
    document.querySelector('#message')!.textContent = error.userMessage
  }
})
// #endregion
