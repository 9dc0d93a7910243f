import type { Credential, CredentialStatus, CredentialType } from '../../core/model/credentials/credential.ts'
import type { CredentialStore } from '../../core/ports/stores/credentials.ts'
import type { Facts } from '../../core/writes.ts'
import { number, type StoredRow, table, text } from '../columns.ts'
import {
  type Database,
  prepareDelete,
  prepareFind,
  prepareInsert,
  prepareList,
  prepareStep,
  required,
} from '../engine/database.ts'

export const credentials = table(
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
    credentials: StoredRow<typeof credentials>
  }
}

export function credentialReads(db: Database): CredentialStore {
  const find = prepareFind(db, credentials, ['appId', 'id'])
  const list = prepareList(db, credentials, { by: ['appId', 'userId'], order: { createdAt: 'asc', id: 'asc' } })
  return {
    find: async (appId, id) => (await find({ appId, id }))[0],
    listByUser: (appId, userId) => list({ appId, userId }),
  }
}

export function credentialWrites(db: Database) {
  const { use, rename, revoke } = prepareUpdates(db)
  const { replace, deleteActive } = prepareRemovals(db)
  const deleteRead = prepareDelete(db, credentials, ['appId', 'id', 'userId', 'secret', 'status'])
  return {
    addCredential: prepareInsert(db, credentials),
    replaceCredentials: replace,
    deleteActiveCredential: deleteActive,
    useCredential: ({ credential, step, at }: Facts['useCredential']) => required(use({ ...credential, step, at })),
    deleteCredential: (credential: Credential) => required(deleteRead({ ...credential, status: 'active' })),
    renameCredential: (change: Facts['renameCredential']) => required(rename(change)),
    revokeCredential: (change: Facts['revokeCredential']) => required(revoke(change)),
  }
}

type Key = Pick<Credential, 'appId' | 'userId' | 'id'>

function prepareUpdates({ query }: Database) {
  const update = ({ appId, userId, id }: Key) =>
    query.updateTable('credentials').where('app_id', '=', appId).where('id', '=', id).where('user_id', '=', userId)
  return {
    /** Only as it was when it was verified, and a time-based one only with a later step than the last. */
    use: prepareStep('credentials', (used: Credential & { step: number; at: number }) =>
      update(used)
        .set({ status: 'active', last_step: used.step, updated_at: used.at })
        .where('secret', '=', used.secret)
        .where('status', '=', used.status)
        .where(({ eb, or, and, val }) =>
          or([eb('last_step', '<', used.step), and([eb(val(used.step), '=', 0), eb('last_step', '=', 0)])]),
        ),
    ),
    rename: prepareStep('credentials', (change: Facts['renameCredential']) =>
      update(change).set({ name: change.name, updated_at: change.at }).where('status', '!=', 'revoked'),
    ),
    /** A revoked credential keeps no secret. */
    revoke: prepareStep('credentials', (change: Facts['revokeCredential']) =>
      update(change).set({ status: 'revoked', secret: '', updated_at: change.at }).where('status', '!=', 'revoked'),
    ),
  }
}

function prepareRemovals({ query }: Database) {
  const deleteByType = ({ appId, userId, type }: Pick<Credential, 'appId' | 'userId' | 'type'>) =>
    query.deleteFrom('credentials').where('app_id', '=', appId).where('user_id', '=', userId).where('type', '=', type)
  return {
    /** An active credential replaces the user's others of its type that are in use, a pending one only pending ones. */
    replace: prepareStep('credentials', (credential: Credential) =>
      deleteByType(credential).where(({ and, or, eb, val }) =>
        or([
          eb('status', '=', 'pending'),
          and([eb('status', '=', 'active'), eb(val(credential.status), '=', 'active')]),
        ]),
      ),
    ),
    deleteActive: prepareStep('credentials', (credential: Credential) =>
      deleteByType(credential).where('status', '=', 'active'),
    ),
  }
}
