import type { Credential, CredentialAttempt, CredentialUse } from '../../core/model/credentials/credential.ts'
import { type Database, prepareStep } from '../engine/database.ts'
import type { Step } from '../engine/engine.ts'

type Key = Pick<Credential, 'appId' | 'userId' | 'id'>
type Counted = Omit<CredentialAttempt, 'userId'> & { userId: string | null }

/** The steps of adding, trying, using and revoking a credential. */
export function credentialSteps(db: Database) {
  const activate = useCredential(db)
  return {
    removeOthers: removeOthers(db),
    removeActive: removeActive(db),
    take: countTry(db),
    use: ({ credential: { appId, userId, id, secret, status }, step, at }: CredentialUse): Step =>
      activate({ appId, userId, id, secret, status, step, at }),
    remove: removeCredential(db),
    rename: renameCredential(db),
    revoke: revokeCredential(db),
  }
}

/** An active credential replaces the user's others of its type that are in use, a pending one only those that wait. */
const removeOthers = ({ query }: Database) =>
  prepareStep('credentials', ({ appId, userId, type, status }: Credential) =>
    query
      .deleteFrom('credentials')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .where(({ and, or, eb, val }) =>
        or([eb('status', '=', 'pending'), and([eb('status', '=', 'active'), eb(val(status), '=', 'active')])]),
      ),
  )

/** Makes room for one that waited. */
const removeActive = ({ query }: Database) =>
  prepareStep('credentials', ({ appId, userId, type }: Credential) =>
    query
      .deleteFrom('credentials')
      .where('app_id', '=', appId)
      .where('user_id', '=', userId)
      .where('type', '=', type)
      .where('status', '=', 'active'),
  )

/** Touches a row only while tries are left, so that a locked method stays as it is. */
const countTry = ({ query }: Database) =>
  prepareStep('failures', ({ appId, account, userId, method, at, most }: Counted) =>
    query
      .insertInto('failures')
      .values({ app_id: appId, account, method, user_id: userId, count: 1, last_at: at })
      .onConflict((conflict) =>
        conflict
          .columns(['app_id', 'account', 'method'])
          .doUpdateSet(({ eb }) => ({ count: eb('failures.count', '+', 1), last_at: at }))
          .where('failures.count', '<', most),
      ),
  )

type Use = Key & Pick<Credential, 'secret' | 'status'> & { step: number; at: number }

/** Only as it was when it was judged, and, of a time-based one, only a later step than the last. */
const useCredential = ({ query }: Database) =>
  prepareStep('credentials', ({ appId, userId, id, secret, status, step, at }: Use) =>
    query
      .updateTable('credentials')
      .set({ status: 'active', last_step: step, updated_at: at })
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('secret', '=', secret)
      .where('status', '=', status)
      .where(({ eb, or, and, val }) =>
        or([eb('last_step', '<', step), and([eb(val(step), '=', 0), eb('last_step', '=', 0)])]),
      ),
  )

const removeCredential = ({ query }: Database) =>
  prepareStep('credentials', ({ appId, userId, id, secret }: Key & Pick<Credential, 'secret'>) =>
    query
      .deleteFrom('credentials')
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('secret', '=', secret)
      .where('status', '=', 'active'),
  )

const renameCredential = ({ query }: Database) =>
  prepareStep('credentials', ({ appId, userId, id, name, at }: Key & { name: string; at: number }) =>
    query
      .updateTable('credentials')
      .set({ name, updated_at: at })
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('status', '!=', 'revoked'),
  )

/** What is revoked keeps no secret. */
const revokeCredential = ({ query }: Database) =>
  prepareStep('credentials', ({ appId, userId, id, at }: Key & { at: number }) =>
    query
      .updateTable('credentials')
      .set({ status: 'revoked', secret: '', updated_at: at })
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('status', '!=', 'revoked'),
  )
