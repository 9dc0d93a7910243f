import { isConditionalUIAvailable, PasskeyError } from '@thumbturn/web'
import { thumbturn } from './thumbturn.ts'

if (await isConditionalUIAvailable()) {
  thumbturn.authenticateWithPasskeyAutofill().then(
    ({ token }) => startSession(token),
    (error) => {
      if (error instanceof PasskeyError && error.code === 'ERROR_PASSKEY_ABORTED') return
      console.error(error)
    },
  )
}

async function startSession(token: string) {
  await fetch('/session', { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
  location.assign('/')
}
