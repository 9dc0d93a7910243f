import { thumbturn } from './thumbturn.ts'

export async function managePasskeys() {
  // #region manage
  const passkeys = await thumbturn.listPasskeys()
  for (const { id, name, providerName, createdAt, lastUsedAt, credentialSynced } of passkeys) {
    console.log(id, name, providerName, createdAt, lastUsedAt, credentialSynced ? 'synced' : 'on one device')
  }

  const [first] = passkeys
  if (first) {
    await thumbturn.renamePasskey(first.id, { name: 'Work laptop' })
    await thumbturn.deletePasskey(first.id)
  }
  // #endregion
}

export async function managePasskeysWithGrant() {
  // #region grant
  const { token } = await (await fetch('/passkeys-grant', { method: 'POST' })).json()
  const passkeys = await thumbturn.listPasskeys({ token })
  // #endregion
  return passkeys
}

export async function showNewName() {
  // #region signal
  await thumbturn.signalUserDetails({ displayName: 'Ada Lovelace' })
  // #endregion
}
