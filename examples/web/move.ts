import { PasskeyError } from '@thumbturn/web'
import { thumbturn } from './thumbturn.ts'

// #region move
export async function move(username: string, token: string) {
  try {
    const { userId } = await thumbturn.createPasskey(username, { token })
    // Your backend keeps it beside its own user.
    await fetch('/moved', { method: 'POST', body: userId })
  } catch (error) {
    // Signed in all the same; ask again another day.
    if (!(error instanceof PasskeyError)) throw error
  }
}
// #endregion

// #region hide
export async function hideOldPasskeys(oldUserHandle: string) {
  await PublicKeyCredential.signalAllAcceptedCredentials?.({
    rpId: 'localhost', // that of the old passkeys
    userId: oldUserHandle, // base64url, as the old service had it
    allAcceptedCredentialIds: [],
  })
}
// #endregion
