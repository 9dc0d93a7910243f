import { isConditionalCreateAvailable, PasskeyError } from '@thumbturn/web'
import { thumbturn } from './thumbturn.ts'

export async function upgrade(username: string, token: string, ask: () => Promise<boolean>) {
  try {
    if (await isConditionalCreateAvailable()) {
      await thumbturn.createPasskey(username, { token, conditionalCreate: true })
    } else if (await ask()) {
      await thumbturn.createPasskey(username, { token })
    }
  } catch (error) {
    // The user is signed in anyway, without a passkey for now.
    if (!(error instanceof PasskeyError)) throw error
  }
}
