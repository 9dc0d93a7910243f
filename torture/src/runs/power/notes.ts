import type { Count } from '../../common/certainty.ts'
import { type Account, createAccount, type Snapshot } from '../../common/ledger.ts'

type Action = 'register' | 'signIn' | 'rename' | 'remove' | ProviderAction
type ProviderAction =
  | 'openBrowser'
  | 'consent'
  | 'signInToClient'
  | 'refresh'
  | 'revokeTokens'
  | 'revokeConsent'
  | 'signOut'

/**
 * The note of a client of the recorded process. `value`: the credential ID, the new name, the family of the tokens, or the time of an
 * exchange.
 */
export type Note = {
  what: 'ready' | 'begun' | 'acknowledged'
  action?: Action
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
  else if (action === 'remove') account.deleted = isSure ? 'yes' : 'unknown'
  else if (action === 'rename') account.names = isSure ? [value!] : [...account.names, value!]
  else if (action === 'signIn') count(account.signIns, isSure)
  else if (action !== undefined) applyProvider[action](account, isSure, value)
}

function count(of: Count, isSure: boolean) {
  of.unknown += isSure ? -1 : 1
  of.acknowledged += isSure ? 1 : 0
}

/** A user has the tokens of one authorization at a time. */
const applyProvider: Record<ProviderAction, (account: Account, isSure: boolean, value?: string) => void> = {
  openBrowser: ({ sessionsStarted }, isSure) => count(sessionsStarted, isSure),
  signOut: ({ sessionsEnded }, isSure) => count(sessionsEnded, isSure),
  consent(account, isSure) {
    account.consent = isSure ? 'yes' : 'unknown'
  },
  signInToClient({ clientSignIns, authorizations }, isSure, family = '') {
    count(clientSignIns, isSure)
    if (isSure) authorizations.push({ clientId: '', family, revoked: 'no', deleted: 'no' })
  },
  refresh({ authorizations }, isSure, value) {
    if (isSure) authorizations.at(-1)!.exchangedAt = Number(value)
  },
  revokeTokens({ authorizations }, isSure) {
    authorizations.at(-1)!.revoked = isSure ? 'yes' : 'unknown'
  },
  revokeConsent(account, isSure) {
    account.consent = isSure ? 'no' : 'unknown'
    for (const authorization of account.authorizations)
      if (authorization.deleted !== 'yes') authorization.deleted = isSure ? 'yes' : 'unknown'
  },
}
