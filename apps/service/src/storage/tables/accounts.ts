import { sql } from 'kysely'
import type { DeviceClaim } from '../../core/model/devices/device.ts'
import type { NameKeys } from '../../core/model/users/name-keys.ts'
import type { ContactStore } from '../../core/ports/stores/contacts.ts'
import type { PasskeyStore } from '../../core/ports/stores/passkeys.ts'
import type { UserStore } from '../../core/ports/stores/users.ts'
import type { Stored } from '../columns.ts'
import { type Database, prepareRead } from '../engine/database.ts'
import { contacts } from './contacts.ts'
import { type ShownKeys, selectProvenDevice, toShownKeys } from './device-keys.ts'
import { idByName } from './names.ts'
import { passkeys } from './passkeys.ts'
import { owners } from './users.ts'

type OfName = NameKeys & { appId: string }
type SelectedOwner = Parameters<typeof owners.load>[0]
type SelectedPasskey = Parameters<typeof passkeys.load>[0]

/** The reads of a user together with what belongs to them, each one statement. */
export function accountReads(
  db: Database,
): Pick<UserStore, 'findWithPasskeys' | 'findWithCredentials' | 'findWithPasskey'> & Pick<ContactStore, 'findAccount'> {
  const findWithPasskeys = selectWithPasskeys(db)
  const findWithCredentials = selectWithCredentials(db)
  const findWithPasskey = selectWithPasskey(db)
  const findWithContacts = selectWithContacts(db)
  return {
    async findWithPasskeys(appId, { usernameKey, addressKey }) {
      const rows = await findWithPasskeys({ appId, usernameKey, addressKey })
      const [first] = rows
      if (!first) return undefined
      // The left join gives one row of nulls for a user without passkeys.
      const owned = rows.filter((row) => row.id !== null) as SelectedPasskey[]
      return { user: owners.load(first), passkeys: owned.map(passkeys.load) }
    },
    async findWithCredentials(appId, { usernameKey, addressKey }) {
      const rows = await findWithCredentials({ appId, usernameKey, addressKey })
      const [first] = rows
      if (!first) return undefined
      const owned = rows.filter((row) => row.credential_id !== null) as { credential_id: string; transports: string }[]
      return { userId: first.owner_id, tokenEpoch: first.token_epoch, credentials: owned.map(toCredential) }
    },
    async findWithPasskey(appId, id, passkeyId) {
      const [row] = await findWithPasskey({ appId, id, passkeyId })
      return row && { user: owners.load(row), hasPasskey: row.passkey_id !== null }
    },
    async findAccount(appId, { usernameKey, addressKey }) {
      const rows = await findWithContacts({ appId, usernameKey, addressKey })
      const [owner] = rows
      if (!owner) return undefined
      // The left join gives one row of nulls for a user without contacts.
      const own = rows.filter((row) => row.user_id !== null) as Stored<typeof contacts>[]
      return { user: owners.load(owner), contacts: own.map(contacts.load) }
    },
  }
}

const toCredential = (row: { credential_id: string; transports: string }) => ({
  credentialId: row.credential_id,
  transports: JSON.parse(row.transports) as string[],
})

const selectOwner = (db: Database, given: OfName) =>
  db.query
    .selectFrom('users')
    .leftJoin('passkeys', (join) =>
      join.onRef('passkeys.app_id', '=', 'users.app_id').onRef('passkeys.user_id', '=', 'users.id'),
    )
    .where('users.app_id', '=', given.appId)
    .where('users.id', '=', idByName(db, given))
    .orderBy('passkeys.created_at')
    .orderBy('passkeys.id')

const selectWithPasskeys = (db: Database) =>
  prepareRead(db, (given: OfName) => selectOwner(db, given).select(owners.columns).select(passkeys.columns))

const selectWithCredentials = (db: Database) =>
  prepareRead(db, (given: OfName) =>
    selectOwner(db, given).select([
      'users.id as owner_id',
      'users.token_epoch',
      'passkeys.credential_id',
      'passkeys.transports',
    ]),
  )

const selectWithPasskey = (db: Database) =>
  prepareRead(db, ({ appId, id, passkeyId }: { appId: string; id: string; passkeyId: string }) =>
    db.query
      .selectFrom('users')
      .leftJoin('passkeys', (join) =>
        join
          .onRef('passkeys.app_id', '=', 'users.app_id')
          .onRef('passkeys.user_id', '=', 'users.id')
          .on('passkeys.id', '=', passkeyId),
      )
      .select(owners.columns)
      .select('passkeys.id as passkey_id')
      .where('users.app_id', '=', appId)
      .where('users.id', '=', id),
  )

const selectWithContacts = (db: Database) =>
  prepareRead(db, (given: OfName) =>
    db.query
      .selectFrom('users')
      .leftJoin('contacts', (join) =>
        join.onRef('contacts.app_id', '=', 'users.app_id').onRef('contacts.user_id', '=', 'users.id'),
      )
      .select(owners.columns)
      .select(contacts.columns)
      .where('users.app_id', '=', given.appId)
      .where('users.id', '=', idByName(db, given))
      .orderBy('contacts.created_at')
      .orderBy('contacts.address_key'),
  )

/** The read of a sign-in: the passkey, its user, whether its model is blocked, and the device that proved a key. */
export function ownerOfPasskeyReads(db: Database): Pick<PasskeyStore, 'findWithUser'> {
  const findWithUser = prepareRead(db, (given: OfCredential) => selectWithUser(db, given))
  const findWithDevice = selectWithDevice(db)
  return {
    async findWithUser(appId, credentialId, { deviceId, thumbprints = [] }: Partial<DeviceClaim> = {}) {
      const keys = toShownKeys({ deviceId, thumbprints })
      if (keys) {
        const [row] = await findWithDevice({ appId, credentialId, ...keys })
        return row && { ...toFound(row), ...(row.proven_id !== null && { provenId: row.proven_id }) }
      }
      const [row] = await findWithUser({ appId, credentialId })
      return row && toFound(row)
    },
  }
}

const toFound = (row: SelectedPasskey & SelectedOwner & { auth_blocked: number | null }) => ({
  passkey: passkeys.load(row),
  user: owners.load(row),
  blocked: row.auth_blocked === 1,
})

type OfCredential = { appId: string; credentialId: string }

const selectWithUser = ({ query }: Database, { appId, credentialId }: OfCredential) =>
  query
    .selectFrom('passkeys')
    .innerJoin('users', (join) =>
      join.onRef('users.app_id', '=', 'passkeys.app_id').onRef('users.id', '=', 'passkeys.user_id'),
    )
    .leftJoin('aaguid_blacklist', (join) =>
      join
        .onRef('aaguid_blacklist.app_id', '=', 'passkeys.app_id')
        .onRef('aaguid_blacklist.aaguid', '=', 'passkeys.aaguid'),
    )
    .select(passkeys.columns)
    .select(owners.columns)
    .select('aaguid_blacklist.auth as auth_blocked')
    .where('passkeys.app_id', '=', appId)
    .where('passkeys.credential_id', '=', credentialId)

/** Most clients prove no key, and are spared the search for a device. */
const selectWithDevice = (db: Database) =>
  prepareRead(db, (given: OfCredential & ShownKeys) =>
    selectWithUser(db, given).select(
      selectProvenDevice(db, given)
        .where('device_keys.app_id', '=', sql.ref<string>('passkeys.app_id'))
        .where('device_keys.user_id', '=', sql.ref<string>('passkeys.user_id'))
        .as('proven_id'),
    ),
  )
