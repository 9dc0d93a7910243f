import type { Credential, CredentialStatus, CredentialType } from '../../core/model/credentials/credential.ts'
import type { CredentialStore } from '../../core/ports/stores/credentials.ts'
import { number, type Stored, table, text } from '../columns.ts'
import { type Database, demanded, prepareInsert, prepareRead } from '../engine/database.ts'
import { accessCodeSpending } from './access-codes.ts'
import { credentialSteps } from './credential-steps.ts'
import { eventInsert } from './events.ts'
import { failureClearing } from './failures.ts'
import { userAddition } from './names.ts'
import { removePasskey } from './passkeys.ts'
import { sessionSpending, spentAs } from './spent-sessions.ts'
import { epochSteps } from './user-rows.ts'

const credentials = table(
  'credentials',
  {
    id: text(),
    appId: text(),
    userId: text(),
    type: text<CredentialType>(),
    status: text<CredentialStatus>(),
    name: text(),
    secret: text(),
    lastStep: number(),
    createdAt: number(),
    updatedAt: number(),
  },
  ['app_id', 'id'],
)

declare module '../schema.ts' {
  interface Tables {
    credentials: Stored<typeof credentials>
  }
}

export function sqlCredentials(db: Database): CredentialStore {
  return { ...credentialReads(db), ...credentialUses(db), ...credentialCare(db) }
}

function credentialReads(db: Database): Pick<CredentialStore, 'listByUser' | 'find'> {
  const list = listCredentials(db)
  const find = findCredential(db)
  return {
    listByUser: async (appId, userId) => (await list({ appId, userId })).map(credentials.load),
    async find(appId, id) {
      const [row] = await find({ appId, id })
      return row && credentials.load(row)
    },
  }
}

function credentialUses(db: Database): Pick<CredentialStore, 'put' | 'take' | 'recordUse'> {
  const steps = credentialSteps(db)
  const insert = prepareInsert(db, credentials)
  const addUser = userAddition(db)
  const { hold, raiseFrom } = epochSteps(db)
  const spend = sessionSpending(db)
  const spendCode = accessCodeSpending(db)
  const insertEvent = eventInsert(db)
  const { clear } = failureClearing(db)
  const cleared = ({ appId, userId, type }: Credential) => clear({ appId, account: userId, method: type })
  return {
    async put(credential, { newUser, replaced, allowedByCode, tokenEpoch, signsOut, events }) {
      const { appId, userId } = credential
      const inEpoch = signsOut ? raiseFrom : hold
      const written = [
        ...(newUser ? addUser(newUser) : []),
        ...(tokenEpoch === undefined ? [] : [demanded(inEpoch({ appId, userId, tokenEpoch }))]),
        ...(replaced ? [demanded(steps.remove(replaced.credential)), cleared(replaced.credential)] : []),
        ...(allowedByCode ? [demanded(spendCode({ ...allowedByCode, at: credential.createdAt }))] : []),
        // What was just removed must not be removed twice: one statement touches a row once.
        ...(replaced?.credential.type === credential.type ? [] : [steps.removeOthers(credential)]),
        insert(credential),
        cleared(credential),
        ...events.map(insertEvent),
      ]
      return (await db.atomically(written, additionRefusals)) ?? 'stored'
    },
    async take(given) {
      const [count] = await db.counted([steps.take({ ...given, userId: given.userId ?? null })], 'failures_owner')
      return count === 1
    },
    async recordUse(proved) {
      const { credential, isUsedUp, spending } = proved
      const written = [
        ...(spending ? [spend(credential.appId, spending)] : []),
        ...(credential.status === 'pending' ? [steps.removeActive(credential)] : []),
        demanded(isUsedUp ? steps.remove(credential) : steps.use(proved)),
        cleared(credential),
        ...proved.events.map(insertEvent),
      ]
      return (await db.atomically(written, useRefusals)) ?? true
    },
  }
}

const additionRefusals = {
  users_username_key: 'username_taken',
  names_name_key: 'username_taken',
  users_id: 'username_taken',
  credentials_owner: 'user_gone',
  users_missing: 'user_gone',
  credentials_missing: 'used_up',
  credentials_type: 'used_up',
  access_codes_missing: 'used_up',
} as const

const useRefusals = { ...spentAs(false), credentials_missing: false, credentials_type: false } as const

function credentialCare(db: Database): Pick<CredentialStore, 'rename' | 'revoke' | 'revokePasskey'> {
  const { rename, revoke } = credentialSteps(db)
  const { raise } = epochSteps(db)
  const insert = prepareInsert(db, credentials)
  const insertEvent = eventInsert(db)
  const remove = removePasskey(db)
  return {
    async rename(of, change) {
      return (await db.atomically([demanded(rename({ ...of, ...change }))], { credentials_missing: false })) ?? true
    },
    async revoke(of, at, event) {
      const written = [raise(of), demanded(revoke({ ...of, at })), insertEvent(event)]
      return (await db.atomically(written, { credentials_missing: false })) ?? true
    },
    async revokePasskey({ appId, userId, id }, revoked, event) {
      const removed = demanded(remove({ appId, userId, id }))
      const written = [raise({ appId, userId }), removed, insert(revoked), insertEvent(event)]
      return (await db.atomically(written, { passkeys_missing: false, credentials_owner: false })) ?? true
    },
  }
}

const listCredentials = (db: Database) =>
  prepareRead(db, ({ appId, userId }: { appId: string; userId: string }) =>
    db.query
      .selectFrom('credentials')
      .select(credentials.columns)
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id'),
  )

const findCredential = (db: Database) =>
  prepareRead(db, ({ appId, id }: { appId: string; id: string }) =>
    db.query.selectFrom('credentials').select(credentials.columns).where('app_id', '=', appId).where('id', '=', id),
  )
