// Writes users and passkeys from tables like those in the documentation of SimpleWebAuthn as a file for `thumbturn import`:
//   node simplewebauthn.ts app.db example.com > users.jsonl
// Change the names in the two queries to yours; for another database, replace node:sqlite with its driver.
import { DatabaseSync } from 'node:sqlite'

type User = { id: string | number; username: string }
type Passkey = {
  id: string
  publicKey: Uint8Array
  webauthnUserID: string
  counter: number
  deviceType: string
  backedUp: number
  transports: string | null
}

/** The lines of the file. */
export function* exportUsers(database: DatabaseSync, rpId: string): Generator<string> {
  const users = database.prepare('SELECT id, username FROM users WHERE id IN (SELECT user_id FROM passkeys)')
  const passkeys = database.prepare(
    `SELECT id, public_key AS publicKey, webauthn_user_id AS webauthnUserID, counter, device_type AS deviceType,
       backed_up AS backedUp, transports FROM passkeys WHERE user_id = ?`,
  )
  yield JSON.stringify({ format: 'thumbturn-users', version: 1, rpId, source: 'SimpleWebAuthn' })
  let count = 0
  for (const row of users.iterate()) {
    const { id, username } = row as User
    const owned = passkeys.all(id) as unknown as Passkey[]
    yield JSON.stringify({ username, passkeys: owned.map(toPasskey) })
    count++
  }
  yield JSON.stringify({ end: true, users: count })
}

const toPasskey = (passkey: Passkey) => ({
  credentialId: passkey.id,
  publicKeyCose: Buffer.from(passkey.publicKey).toString('base64url'),
  userHandle: passkey.webauthnUserID,
  signCount: passkey.counter,
  backupEligible: passkey.deviceType === 'multiDevice',
  backedUp: passkey.backedUp === 1,
  transports: passkey.transports?.split(',').filter(Boolean) ?? [],
})

if (import.meta.main) {
  const [file, rpId] = process.argv.slice(2)
  if (!file || !rpId) throw new Error('Usage: node simplewebauthn.ts app.db example.com > users.jsonl')
  for (const line of exportUsers(new DatabaseSync(file, { readOnly: true }), rpId)) console.log(line)
}
