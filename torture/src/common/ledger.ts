import type { Device } from '@thumbturn/service-harness/situations.ts'
import type { Certainty, Count } from './certainty.ts'
import { compareOpenid, createOpenidAccount, type OpenidAccount, type StoredOpenid } from './openid-ledger.ts'

/** The knowledge of one client about one user, who has one passkey. */
export type Account = OpenidAccount & {
  username: string
  device: Device
  credentialId: string
  registered: Certainty
  deleted: Certainty
  userId?: string
  passkeyId?: string
  token?: string
  /** The names that the passkey can have. */
  names: readonly string[]
  signIns: Count
  codes: Count
  transactions: Count
  sessionsStarted: Count
  sessionsEnded: Count
  clientSignIns: Count
  siteSignIns: Count
  /** The counter of the last acknowledged sign-in; the device itself knows the highest that it sent. */
  signCount: number
}

/** The name of a passkey that was registered by the harness. */
const firstName = 'Chrome on Linux'

/** An account before the outcome of its registration is known. */
export function createAccount(known: Pick<Account, 'username' | 'device' | 'credentialId'>): Account {
  const none = () => ({ acknowledged: 0, unknown: 0 })
  return {
    ...known,
    registered: 'unknown',
    deleted: 'no',
    names: [firstName],
    signIns: none(),
    codes: none(),
    transactions: none(),
    sessionsStarted: none(),
    sessionsEnded: none(),
    clientSignIns: none(),
    siteSignIns: none(),
    signCount: 0,
    ...createOpenidAccount(),
  }
}

/** A user in the database. */
export type StoredUser = StoredOpenid & {
  userId: string
  username: string
  passkeys: readonly { credentialId: string; name: string; signCount: number }[]
  /** Rows of the tables that must have exactly one for this user. */
  names: number
  signUps: number
  signIns: number
  codes: number
  transactions: number
  siteSignIns: number
}

/** Every user in the database, and what refers to users that don't exist. */
export type Snapshot = { users: readonly StoredUser[]; orphans: readonly string[] }

/** Compares what clients know with what is stored; each violation is a sentence. */
export function findViolations(accounts: readonly Account[], { users, orphans }: Snapshot): string[] {
  const stored = new Map(users.map((user) => [user.username, user]))
  const known = new Set(accounts.map(({ username }) => username))
  const strangers = users.filter(({ username }) => !known.has(username))
  return [
    ...orphans,
    ...strangers.map(({ username }) => `${username} is stored, but no client registered that user`),
    ...accounts.flatMap((account) => compare(account, stored.get(account.username))),
  ]
}

function compare(account: Account, user: StoredUser | undefined): string[] {
  const { username, registered, deleted } = account
  if (!user)
    return registered === 'yes' && deleted === 'no' ? [`${username}: an acknowledged registration is lost`] : []
  if (registered === 'no') return [`${username}: a rejected registration is stored`]
  if (deleted === 'yes') return [`${username}: an acknowledged deletion is lost`]
  return [...comparePasskey(account, user), ...compareCounts(account, user), ...compareOpenid(account, user)]
}

function comparePasskey(account: Account, { passkeys, ...user }: StoredUser): string[] {
  const { username, credentialId, names, device } = account
  const [passkey, ...more] = passkeys
  const isWhole = passkey && more.length === 0 && user.names === 1 && user.signUps === 1
  if (!isWhole) {
    const parts = `${passkeys.length} passkeys, ${user.names} names, ${user.signUps} events`
    return [`${username} is stored incompletely: ${parts}`]
  }
  const highest = device.findCredential(credentialId)?.signCount ?? 0
  return [
    ...(passkey.credentialId === credentialId ? [] : [`${username} has another passkey`]),
    ...(names.includes(passkey.name) ? [] : [`${username}: the name ${passkey.name} isn't one of ${names.join(', ')}`]),
    ...(passkey.signCount >= account.signCount && passkey.signCount <= highest
      ? []
      : [`${username}: the counter ${passkey.signCount} isn't from ${account.signCount} to ${highest}`]),
  ]
}

/** Everything that is counted. */
export const counted = [
  'signIns',
  'codes',
  'transactions',
  'sessionsStarted',
  'sessionsEnded',
  'clientSignIns',
  'siteSignIns',
] as const

const compareCounts = (account: Account, user: StoredUser): string[] =>
  counted.flatMap((what) => {
    const { acknowledged, unknown } = account[what]
    const isRight = user[what] >= acknowledged && user[what] <= acknowledged + unknown
    const expected = unknown === 0 ? `${acknowledged}` : `${acknowledged} to ${acknowledged + unknown}`
    return isRight ? [] : [`${account.username}: ${what} stored ${user[what]}, expected ${expected}`]
  })
