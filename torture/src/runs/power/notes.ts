import { type Account, createAccount, type Snapshot } from '../../common/ledger.ts'

/** The note of a client of the recorded process. `value`: the credential ID, or the new name. */
export type Note = {
  what: 'ready' | 'begun' | 'acknowledged'
  action?: 'register' | 'signIn' | 'rename' | 'remove'
  username?: string
  value?: string
}

export const databaseName = 'store.db'
export const notesName = 'notes'

const anyCount = Number.MAX_SAFE_INTEGER

/** The ledger of the clients after these notes. Until a registration is acknowledged, any credential can be stored. */
export function readLedger(notes: readonly Note[], { users }: Snapshot): Account[] {
  const accounts = new Map<string, Account>()
  for (const note of notes) {
    if (note.username === undefined) continue
    const account = accounts.get(note.username) ?? createRemoteAccount(note.username)
    accounts.set(note.username, account)
    apply(account, note)
  }
  const stored = new Map(users.map(({ username, passkeys }) => [username, passkeys[0]?.credentialId]))
  return [...accounts.values()].map((account) => ({
    ...account,
    credentialId: account.credentialId || (stored.get(account.username) ?? ''),
  }))
}

/** Its device is in another process; how often it was used isn't compared. */
function createRemoteAccount(username: string): Account {
  const device = { findCredential: () => ({ signCount: anyCount }) } as unknown as Account['device']
  return createAccount({ username, device, credentialId: '' })
}

function apply(account: Account, { what, action, value }: Note) {
  const isSure = what === 'acknowledged'
  if (action === 'register') Object.assign(account, isSure && { registered: 'yes', credentialId: value })
  if (action === 'remove') account.deleted = isSure ? 'yes' : 'unknown'
  if (action === 'rename') account.names = isSure ? [value!] : [...account.names, value!]
  if (action !== 'signIn') return
  account.signIns.unknown += isSure ? -1 : 1
  account.signIns.acknowledged += isSure ? 1 : 0
}
