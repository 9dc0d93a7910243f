// Writes the users of Better Auth who have passkeys as a file for `thumbturn import`, from any database that it supports:
//   node better-auth.ts ./auth.ts example.com > users.jsonl
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

type User = { id: string; name: string; email: string; emailVerified: boolean; createdAt: Date }
type Passkey = {
  userId: string
  credentialID: string
  publicKey: string
  counter: number
  deviceType: string
  backedUp: boolean
  transports?: string | null
  aaguid?: string | null
  name?: string | null
  createdAt?: Date | null
}
type Query = {
  model: string
  where?: { field: string; operator?: 'in'; value: string[] }[]
  sortBy?: { field: string; direction: 'asc' }
  limit?: number
  offset?: number
}
/** The result of `betterAuth({ … })`, as far as it's needed. */
export type Auth = { $context: Promise<{ adapter: { findMany<T>(query: Query): Promise<T[]> } }> }

const pageSize = 100

/** The lines of the file. */
export async function* exportUsers(auth: Auth, rpId: string): AsyncGenerator<string> {
  const { adapter } = await auth.$context
  yield JSON.stringify({ format: 'thumbturn-users', version: 1, rpId, source: 'Better Auth' })
  let count = 0
  for (let offset = 0; ; offset += pageSize) {
    const sortBy = { field: 'id', direction: 'asc' } as const
    const users = await adapter.findMany<User>({ model: 'user', sortBy, limit: pageSize, offset })
    if (users.length === 0) break
    const ids = users.map(({ id }) => id)
    const where = [{ field: 'userId', operator: 'in' as const, value: ids }]
    const passkeys = await adapter.findMany<Passkey>({ model: 'passkey', where, limit: 100_000 })
    for (const user of users) {
      const owned = passkeys.filter(({ userId }) => userId === user.id)
      if (owned.length === 0) continue
      yield JSON.stringify(toRecord(user, owned))
      count++
    }
  }
  yield JSON.stringify({ end: true, users: count })
}

const toRecord = ({ email, emailVerified, name, createdAt }: User, passkeys: Passkey[]) => ({
  username: email,
  usernameType: 'email',
  displayName: name || email,
  createdAt,
  // Better Auth doesn't store when an address was verified.
  ...(emailVerified && { contacts: [{ kind: 'email', address: email, verifiedAt: createdAt }] }),
  passkeys: passkeys.map(toPasskey),
})

/** Better Auth gives each passkey a random user handle that it doesn't store: the first sign-in shows it. */
const toPasskey = (passkey: Passkey) => ({
  credentialId: passkey.credentialID,
  publicKeyCose: passkey.publicKey,
  signCount: passkey.counter,
  backupEligible: passkey.deviceType === 'multiDevice',
  backedUp: Boolean(passkey.backedUp),
  transports: passkey.transports?.split(',').filter(Boolean) ?? [],
  ...(passkey.aaguid && { aaguid: passkey.aaguid }),
  ...(passkey.name && { name: passkey.name }),
  ...(passkey.createdAt && { createdAt: passkey.createdAt }),
})

if (import.meta.main) {
  const [path = './auth.ts', rpId] = process.argv.slice(2)
  if (!rpId) throw new Error('Usage: node better-auth.ts ./auth.ts example.com > users.jsonl')
  const { auth } = (await import(pathToFileURL(resolve(path)).href)) as { auth: Auth }
  for await (const line of exportUsers(auth, rpId)) console.log(line)
}
