import { PasskeyError } from '@thumbturn/web'
import { thumbturn } from './thumbturn.ts'

// #region move
export async function offerPasskey(username: string, token: string) {
  try {
    const passkey = await thumbturn.createPasskey(username, { token })
    // Your backend verifies this token, and stores its `sub` with its own user.
    await fetch('/moved', { method: 'POST', headers: { Authorization: `Bearer ${passkey.token}` } })
  } catch (error) {
    // The user is signed in anyway; ask again another day.
    if (!(error instanceof PasskeyError)) throw error
  }
}
// #endregion

// #region hide
export async function hideOldPasskeys(oldUserHandle: string) {
  await PublicKeyCredential.signalAllAcceptedCredentials?.({
    rpId: 'localhost', // the RP ID of the old passkeys
    userId: oldUserHandle, // base64url, from the old service
    allAcceptedCredentialIds: [],
  })
}
// #endregion
