export async function signIn() {
  // #region sign
  const { session, assertionOptions } = await (await fetch('/sign-in/begin', { method: 'POST' })).json()
  const credential = (await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(assertionOptions),
  })) as PublicKeyCredential
  const { id, response } = credential.toJSON() as AuthenticationResponseJSON
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const assertionResult = { credentialId: id, clientDataJSON, authenticatorData, signature, userHandle }
  await fetch('/sign-in/complete', { method: 'POST', body: JSON.stringify({ session, assertionResult }) })
  // #endregion
}
