import { PasskeyError } from '@thumbturn/web'
import { thumbturn } from './thumbturn.ts'

export async function upgrade(username: string, token: string, ask: () => Promise<boolean>) {
  // Some browsers create the passkey without a dialog.
  if (await thumbturn.upgradeToPasskey(username, { token })) return
  if (!(await ask())) return
  try {
    await thumbturn.createPasskey(username, { token })
  } catch (error) {
    // The user is signed in anyway, without a passkey for now.
    if (!(error instanceof PasskeyError)) throw error
  }
}
