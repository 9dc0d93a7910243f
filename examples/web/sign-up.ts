import { PasskeyError } from '@thumbturn/web'
import { thumbturn } from './thumbturn.ts'

const form = document.querySelector<HTMLFormElement>('#sign-up')!

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const username = String(new FormData(form).get('username'))
  try {
    const { token } = await thumbturn.createPasskey(username, { usernameType: 'email' })
    await fetch('/session', { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
    location.assign('/welcome')
  } catch (error) {
    if (!(error instanceof PasskeyError)) throw error
    if (error.code === 'ERROR_SIGN_IN_REQUIRED') location.assign('/sign-in')
    else if (error.code !== 'ERROR_PASSKEY_ABORTED') alert(error.userMessage)
  }
})
