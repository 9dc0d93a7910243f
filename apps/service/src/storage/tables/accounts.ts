import { type RawBuilder, sql } from 'kysely'
import { after } from '../../core/after.ts'
import type { DeviceClaim } from '../../core/model/devices/device.ts'
import type { NameKeys } from '../../core/model/users/name-keys.ts'
import type { ContactStore } from '../../core/ports/stores/contacts.ts'
import type { PasskeyMatch, PasskeyStore } from '../../core/ports/stores/passkeys.ts'
import type { UserStore } from '../../core/ports/stores/users.ts'
import type { StoredRow } from '../columns.ts'
import { type Database, prepareLookup } from '../engine/database.ts'
import { contacts } from './contacts.ts'
import { type ShownKeys, selectProvenDevice, toShownKeys } from './device-keys.ts'
import { idByName } from './names.ts'
import { passkeys } from './passkeys.ts'
import { standIns } from './stand-ins.ts'
import { owners, users } from './users.ts'

type OfName = NameKeys & { appId: string }
type SelectedOwner = Parameters<typeof owners.load>[0]
type SelectedPasskey = Parameters<typeof passkeys.load>[0]
type SelectedContact = StoredRow<typeof contacts>
type SelectedCredential = { owner_id: string; token_epoch: number; credential_id: string; transports: string }

/** The reads of a user together with what belongs to them, each one statement. */
export function accountReads(
  db: Database,
): Pick<UserStore, 'findByName' | 'findWithPasskeys' | 'findWithCredentials' | 'findWithPasskey'> &
  Pick<ContactStore, 'findAccount'> {
  const findByName = selectByName(db)
  const findWithPasskeys = selectWithPasskeys(db)
  const findWithCredentials = selectWithCredentials(db)
  const findWithPasskey = selectWithPasskey(db)
  const findWithContacts = selectWithContacts(
    db,
    ({ userId }: { appId: string; userId: string }) => sql<string>`${userId}`,
  )
  const findNamedWithContacts = selectWithContacts(db, (given: OfName) => idByName(db, given))
  return {
    async findByName(appId, { usernameKey, addressKey }) {
      const [row] = (await findByName({ appId, usernameKey, addressKey })) as SelectedOwner[]
      const isFound = isPresent(row?.owner_id)
      const user = owners.load(isFound ? row! : standIns.owner)
      return isFound ? user : undefined
    },
    async findWithPasskeys(appId, { usernameKey, addressKey }) {
      const rows = (await findWithPasskeys({ appId, usernameKey, addressKey })) as (SelectedPasskey & SelectedOwner)[]
      const isFound = isPresent(rows[0]?.owner_id)
      // The left join gives one row of nulls for a user without passkeys.
      const owned = isFound ? rows.filter((row) => isPresent(row.id)) : [standIns.passkey]
      const found = { user: owners.load(isFound ? rows[0]! : standIns.owner), passkeys: owned.map(passkeys.load) }
      return isFound ? found : undefined
    },
    async findWithCredentials(appId, { usernameKey, addressKey }) {
      const rows = (await findWithCredentials({ appId, usernameKey, addressKey })) as SelectedCredential[]
      const isFound = isPresent(rows[0]?.owner_id)
      const owned = isFound ? rows.filter((row) => isPresent(row.credential_id)) : [standIns.passkey]
      const credentials = owned.map(toCredential)
      return isFound ? { userId: rows[0]!.owner_id, tokenEpoch: rows[0]!.token_epoch, credentials } : undefined
    },
    findWithPasskey: (appId, id, passkeyId) =>
      after(
        findWithPasskey({ appId, id, passkeyId }),
        ([row]) => row && { user: owners.load(row), hasPasskey: row.passkey_id !== null },
      ),
    async findAccount(appId, reference) {
      const reading =
        'userId' in reference
          ? findWithContacts({ appId, userId: reference.userId })
          : findNamedWithContacts({ appId, usernameKey: reference.usernameKey, addressKey: reference.addressKey })
      const rows = (await reading) as (SelectedContact & SelectedOwner)[]
      const isFound = isPresent(rows[0]?.owner_id)
      const user = owners.load(isFound ? rows[0]! : standIns.owner)
      // The left join gives one row of nulls for a user without contacts.
      const own = rows.filter((row) => isPresent(row.user_id))
      return isFound ? { user, contacts: own.map(contacts.load) } : undefined
    },
  }
}

const toCredential = (row: { credential_id: string; transports: string }) => ({
  credentialId: row.credential_id,
  transports: JSON.parse(row.transports) as string[],
})

/**
 * A row for every search to join what it finds: reading and loading a row takes long enough to reveal which users exist, so
 * a search that finds nothing reads a row of nulls and loads a stand-in.
 */
const oneRow = ({ query }: Database) => query.selectFrom(sql<{ one: number }>`(select 1 as one)`.as('one_row'))

/** The columns of a row of nulls are null, whatever their types say. */
const isPresent = (column: unknown) => column !== null && column !== undefined

/** A row for the user with that ID, of nulls if there is none. */
const selectUser = (db: Database, { appId, id }: { appId: string; id: RawBuilder<string> }) =>
  oneRow(db).leftJoin('users', (join) => join.on('users.app_id', '=', appId).on('users.id', '=', id))

const selectNamed = (db: Database, given: OfName) => selectUser(db, { appId: given.appId, id: idByName(db, given) })

const selectByName = (db: Database) =>
  prepareLookup(db, (given: OfName) => selectNamed(db, given).select(owners.columns))

const selectOwner = (db: Database, given: OfName) =>
  selectNamed(db, given)
    .leftJoin('passkeys', (join) =>
      join.onRef('passkeys.app_id', '=', 'users.app_id').onRef('passkeys.user_id', '=', 'users.id'),
    )
    .orderBy('passkeys.created_at')
    .orderBy('passkeys.id')

const selectWithPasskeys = (db: Database) =>
  prepareLookup(db, (given: OfName) => selectOwner(db, given).select(owners.columns).select(passkeys.columns))

const selectWithCredentials = (db: Database) =>
  prepareLookup(db, (given: OfName) =>
    selectOwner(db, given).select([
      'users.id as owner_id',
      'users.token_epoch',
      'passkeys.credential_id',
      'passkeys.transports',
    ]),
  )

const selectWithPasskey = (db: Database) =>
  prepareLookup(db, ({ appId, id, passkeyId }: { appId: string; id: string; passkeyId: string }) =>
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

const selectWithContacts = <Given extends { appId: string }>(
  db: Database,
  toId: (given: Given) => RawBuilder<string>,
) =>
  prepareLookup(db, (given: Given) =>
    selectUser(db, { appId: given.appId, id: toId(given) })
      .leftJoin('contacts', (join) =>
        join.onRef('contacts.app_id', '=', 'users.app_id').onRef('contacts.user_id', '=', 'users.id'),
      )
      .select(owners.columns)
      .select(contacts.columns)
      .orderBy('contacts.created_at')
      .orderBy('contacts.address_key'),
  )

/** The read of a sign-in: the passkey, its user, whether its model is blocked, and the device that proved a key. */
export function ownerOfPasskeyReads(db: Database): Pick<PasskeyStore, 'findWithUser'> {
  const findWithUser = prepareLookup(db, (given: OfCredential) => selectWithUser(db, given))
  const findWithDevice = selectWithDevice(db)
  return {
    findWithUser(appId, credentialId, { deviceId, thumbprints = [] }: Partial<DeviceClaim> = {}) {
      const keys = toShownKeys({ deviceId, thumbprints })
      if (!keys) return after(findWithUser({ appId, credentialId }), ([row]) => loadMatch(row as SelectedMatch))
      return after(findWithDevice({ appId, credentialId, ...keys }), ([row]) => {
        const found = loadMatch(row as SelectedMatch)
        return found && { ...found, ...(isPresent(row?.proven_id) && { provenId: row!.proven_id! }) }
      })
    },
  }
}

const usedPasskeys = passkeys.prefixed('', [
  'id',
  'appId',
  'userId',
  'credentialId',
  'name',
  'publicKey',
  'publicKeySpki',
  'algorithm',
  'signCount',
  'aaguid',
  'backupEligible',
  'backupEligibleUnknown',
  'attestationFormat',
  'createdFromDeviceId',
  'lastUsedFromDeviceId',
  'userHandle',
])

const signedInOwners = users.prefixed('owner_', [
  'id',
  'appId',
  'username',
  'usernameKey',
  'usernameType',
  'displayName',
  'status',
  'tokenEpoch',
])

type SelectedMatch = Parameters<typeof usedPasskeys.load>[0] &
  Parameters<typeof signedInOwners.load>[0] & { auth_blocked: number | null }

function loadMatch(row: SelectedMatch): PasskeyMatch | undefined {
  const isFound = isPresent(row.id)
  const { passkey, owner } = isFound ? { passkey: row, owner: row } : standIns
  const found = {
    passkey: usedPasskeys.load(passkey),
    user: signedInOwners.load(owner),
    blocked: row.auth_blocked === 1,
  }
  return isFound ? found : undefined
}

type OfCredential = { appId: string; credentialId: string }

/** The database also searches for what belongs to a passkey that it didn't find: it takes as long as for one that it found. */
const selectWithUser = (db: Database, { appId, credentialId }: OfCredential) =>
  oneRow(db)
    .leftJoin('passkeys', (join) =>
      join.on('passkeys.app_id', '=', appId).on('passkeys.credential_id', '=', credentialId),
    )
    .leftJoin('users', (join) => join.on('users.app_id', '=', appId).on('users.id', '=', orNothing('passkeys.user_id')))
    .leftJoin('aaguid_blacklist', (join) =>
      join.on('aaguid_blacklist.app_id', '=', appId).on('aaguid_blacklist.aaguid', '=', orNothing('passkeys.aaguid')),
    )
    .select(usedPasskeys.columns)
    .select(signedInOwners.columns)
    .select('aaguid_blacklist.auth as auth_blocked')

/** No row has an empty one. */
const orNothing = (column: string) => sql<string>`coalesce(${sql.ref(column)}, '')`

/** Most clients prove no key, and are spared the search for a device. */
const selectWithDevice = (db: Database) =>
  prepareLookup(db, (given: OfCredential & ShownKeys) =>
    selectWithUser(db, given).select(
      selectProvenDevice(db, given)
        .where('device_keys.app_id', '=', given.appId)
        .where('device_keys.user_id', '=', sql.ref<string>('passkeys.user_id'))
        .as('proven_id'),
    ),
  )
