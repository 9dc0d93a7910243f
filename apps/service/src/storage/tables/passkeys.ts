import { sql } from 'kysely'
import type { DeviceDescription } from '../../core/model/devices/device.ts'
import type { NewPasskey } from '../../core/model/passkeys/passkey.ts'
import type { PasskeyStore } from '../../core/ports/stores/passkeys.ts'
import { type Database, demanded, prepareInsert, prepareRead, prepareStep } from '../engine/database.ts'
import { accessCodePutting, accessCodeSpending } from './access-codes.ts'
import { provenDevice, type ShownKeys, shownKeys } from './device-keys.ts'
import { deviceUpsert } from './device-steps.ts'
import { eventInsert } from './events.ts'
import { failureClearing } from './failures.ts'
import { messageInsert } from './messages.ts'
import { userAddition } from './names.ts'
import { passkeys, type SelectedPasskey } from './passkey-rows.ts'
import { usedDevices, usePasskey } from './passkey-use.ts'
import { sessionSpending, spentAs } from './spent-sessions.ts'
import { epochSteps, toUser, userColumns } from './user-rows.ts'

export function sqlPasskeys(db: Database, messageRoom: number): PasskeyStore {
  return { ...passkeyReads(db), ...passkeyCeremonies(db, messageRoom), ...passkeyCare(db) }
}

function passkeyReads(db: Database): Pick<PasskeyStore, 'findWithUser' | 'find' | 'listByUser'> {
  const findWithUser = findPasskeyWithUser(db)
  const findWithDevice = findPasskeyWithDevice(db)
  const find = findPasskey(db)
  const list = listPasskeys(db)
  return {
    async findWithUser(appId, credentialId, { deviceId, thumbprints = [] } = {}) {
      const keys = shownKeys({ deviceId, thumbprints })
      if (keys) {
        const [row] = await findWithDevice({ appId, credentialId, ...keys })
        return row && { ...toFound(row), ...(row.proven_id !== null && { provenId: row.proven_id }) }
      }
      const [row] = await findWithUser({ appId, credentialId })
      return row && toFound(row)
    },
    async find(appId, id) {
      const [row] = await find({ appId, id })
      return row && passkeys.load(row)
    },
    async listByUser(appId, userId) {
      const rows = await list({ appId, userId })
      return rows.map((row) => ({
        ...passkeys.load(row),
        createdFrom: toDescription(row.created_from),
        lastUsedFrom: toDescription(row.last_used_from),
      }))
    },
  }
}

const toFound = (row: SelectedPasskey & Parameters<typeof toUser>[0] & { auth_blocked: number | null }) => ({
  passkey: passkeys.load(row),
  user: toUser(row),
  blocked: row.auth_blocked === 1,
})

/** What a completed ceremony writes: the session is spent first, so that a second spender hears that before all else. */
function passkeyCeremonies(db: Database, messageRoom: number): Pick<PasskeyStore, 'add' | 'recordUse'> {
  const spend = sessionSpending(db)
  const addUser = userAddition(db)
  const hold = holdPasskey(db)
  const { hold: holdUser } = epochSteps(db)
  const spendCode = accessCodeSpending(db)
  const putCode = accessCodePutting(db)
  const insertPasskey = prepareInsert(db, passkeys)
  const upsertDevice = deviceUpsert(db)
  const insertEvent = eventInsert(db)
  const insertMessage = messageInsert(db, messageRoom)
  const use = usePasskey(db)
  const { clearAll } = failureClearing(db)
  const findSlot = freeSlotFinder(db)
  const additionSteps = (registration: NewPasskey, slot: number) => {
    const { newUser, contacts, allowedBy, passkey, device, spending, event, extraEvents = [] } = registration
    const { tokenEpoch } = registration
    const { appId, userId, createdAt: at } = passkey
    const code = registration.allowedByCode
    return [
      spend(appId, spending),
      ...(tokenEpoch === undefined ? [] : [demanded(holdUser({ appId, userId, tokenEpoch }))]),
      ...(allowedBy === undefined ? [] : [demanded(hold({ appId, userId, id: allowedBy }))]),
      ...(code === undefined ? [] : [demanded(spendCode({ appId, userId, id: code, at }))]),
      ...(newUser ? addUser(newUser, contacts) : [clearAll({ appId, account: userId })]),
      insertPasskey({ ...passkey, slot }),
      ...upsertDevice({ appId, userId, known: newUser && [device.id] }, device),
      insertEvent(event),
      ...extraEvents.map(insertEvent),
      ...(registration.notice ? [insertMessage(registration.notice)] : []),
    ]
  }
  return {
    async add(registration) {
      for (;;) {
        // A new user's passkey is queued at once: nothing is read for it.
        const slot = registration.newUser ? 1 : await findSlot(registration)
        if (slot === undefined) return 'too_many'
        const outcome = await db.atomically(additionSteps(registration, slot), additionRefusals)
        // Another passkey of the user was registered just now: the next free slot, if there is one.
        if (outcome !== 'slot_taken') return outcome ?? 'stored'
      }
    },
    async recordUse({ passkey, signCount, backedUp, userVerified, device, spending, accessCode, events }) {
      const { appId, userId, id } = passkey
      const flags = { backedUp: Number(backedUp), userVerified: Number(userVerified) }
      const steps = [
        spend(appId, spending),
        demanded(use({ appId, userId, id, signCount, ...flags, at: device.at, deviceId: device.id })),
        ...upsertDevice({ appId, userId, known: usedDevices(passkey) }, device),
        ...(accessCode ? [putCode(accessCode)] : []),
        clearAll({ appId, account: userId }),
        ...events.map(insertEvent),
      ]
      return (await db.atomically(steps, useRefusals)) ?? 'recorded'
    },
  }
}

const additionRefusals = {
  ...spentAs('session_spent'),
  users_username_key: 'username_taken',
  names_name_key: 'username_taken',
  // The engines check a table's constraints in different orders; whoever has the same id has the same name.
  users_id: 'username_taken',
  contacts_address_key: 'address_taken',
  names_missing: 'address_taken',
  passkeys_credential_id: 'credential_taken',
  passkeys_id: 'credential_taken',
  passkeys_slot: 'slot_taken',
  passkeys_missing: 'passkey_gone',
  access_codes_missing: 'code_gone',
  passkeys_owner: 'user_gone',
  users_missing: 'user_gone',
  devices_owner: 'user_gone',
  device_keys_owner: 'user_gone',
} as const

const useRefusals = {
  ...spentAs('session_spent'),
  passkeys_missing: 'passkey_gone',
  devices_owner: 'passkey_gone',
  device_keys_owner: 'passkey_gone',
  access_codes_owner: 'passkey_gone',
} as const

/**
 * The lowest free slot; undefined when the user has as many passkeys as they may. Two registrations that see the same
 * passkeys get the same slot, so that only one of them is stored.
 */
function freeSlotFinder(db: Database) {
  const list = prepareRead(db, ({ appId, userId }: { appId: string; userId: string }) =>
    db.query.selectFrom('passkeys').select('slot').where('app_id', '=', appId).where('user_id', '=', userId),
  )
  return async ({ most, passkey: { appId, userId } }: NewPasskey): Promise<number | undefined> => {
    const taken = (await list({ appId, userId })).map(({ slot }) => slot)
    if (taken.length >= most) return undefined
    return Array.from({ length: most }, (_, index) => index + 1).find((slot) => !taken.includes(slot))
  }
}

/** What is done to passkeys between ceremonies; the event is written only if there was one to do it to. */
function passkeyCare(db: Database): Pick<PasskeyStore, 'rename' | 'remove' | 'removeByUser'> {
  const rename = renamePasskey(db)
  const remove = removePasskey(db)
  const removeAll = removePasskeys(db)
  const { raise } = epochSteps(db)
  const insertEvent = eventInsert(db)
  return {
    async rename({ appId, userId, id }, name, event) {
      const steps = [demanded(rename({ appId, userId, id, name })), insertEvent(event)]
      return (await db.atomically(steps, { passkeys_missing: false })) ?? true
    },
    async remove({ appId, userId, id }, event, { signsOut } = { signsOut: false }) {
      const signOut = signsOut ? [raise({ appId, userId })] : []
      const steps = [...signOut, demanded(remove({ appId, userId, id })), insertEvent(event)]
      return (await db.atomically(steps, { passkeys_missing: false })) ?? true
    },
    async removeByUser(appId, userId, event) {
      const steps = [raise({ appId, userId }), demanded(removeAll({ appId, userId })), insertEvent(event)]
      return (await db.atomically(steps, { passkeys_missing: false })) ?? true
    },
  }
}

const toDescription = (json: string | null) => (json === null ? undefined : (JSON.parse(json) as DeviceDescription))

type CredentialKey = { appId: string; credentialId: string }

const selectWithUser = ({ query }: Database, { appId, credentialId }: CredentialKey) =>
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
    .select(userColumns)
    .select('aaguid_blacklist.auth as auth_blocked')
    .where('passkeys.app_id', '=', appId)
    .where('passkeys.credential_id', '=', credentialId)

const findPasskeyWithUser = (db: Database) => prepareRead(db, (given: CredentialKey) => selectWithUser(db, given))

/** Clients that prove no key, most of them, are spared the look for a device. */
const findPasskeyWithDevice = (db: Database) =>
  prepareRead(db, (given: CredentialKey & ShownKeys) =>
    selectWithUser(db, given).select(
      provenDevice(db, given)
        .where('device_keys.app_id', '=', sql.ref<string>('passkeys.app_id'))
        .where('device_keys.user_id', '=', sql.ref<string>('passkeys.user_id'))
        .as('proven_id'),
    ),
  )

const findPasskey = (db: Database) =>
  prepareRead(db, ({ appId, id }: { appId: string; id: string }) =>
    db.query.selectFrom('passkeys').select(passkeys.columns).where('app_id', '=', appId).where('id', '=', id),
  )

const listPasskeys = (db: Database) =>
  prepareRead(db, ({ appId, userId }: { appId: string; userId: string }) =>
    db.query
      .selectFrom('passkeys')
      .leftJoin('devices', (join) =>
        join
          .onRef('devices.app_id', '=', 'passkeys.app_id')
          .onRef('devices.user_id', '=', 'passkeys.user_id')
          .onRef('devices.id', '=', 'passkeys.last_used_from_device_id'),
      )
      .leftJoin('devices as created_on', (join) =>
        join
          .onRef('created_on.app_id', '=', 'passkeys.app_id')
          .onRef('created_on.user_id', '=', 'passkeys.user_id')
          .onRef('created_on.id', '=', 'passkeys.created_from_device_id'),
      )
      .select(passkeys.columns)
      .select('devices.description as last_used_from')
      .select('created_on.description as created_from')
      .where('passkeys.app_id', '=', appId)
      .where('passkeys.user_id', '=', userId)
      .orderBy('passkeys.created_at')
      .orderBy('passkeys.id'),
  )

type PasskeyKey = { appId: string; userId: string; id: string }

/** Changes nothing, and so waits for whoever is deleting the passkey just now. */
const holdPasskey = ({ query }: Database) =>
  prepareStep('passkeys', ({ appId, userId, id }: PasskeyKey) =>
    query
      .updateTable('passkeys')
      .set(({ ref }) => ({ name: ref('name') }))
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('user_id', '=', userId),
  )

const renamePasskey = ({ query }: Database) =>
  prepareStep('passkeys', ({ appId, userId, id, name }: PasskeyKey & { name: string }) =>
    query
      .updateTable('passkeys')
      .set({ name })
      .where('app_id', '=', appId)
      .where('id', '=', id)
      .where('user_id', '=', userId),
  )

/** The step that removes one passkey of its user. */
export const removePasskey = ({ query }: Database) =>
  prepareStep('passkeys', ({ appId, userId, id }: PasskeyKey) =>
    query.deleteFrom('passkeys').where('app_id', '=', appId).where('id', '=', id).where('user_id', '=', userId),
  )

/** The step that removes every passkey of a user; it touches no row where there is none. */
export const removePasskeys = ({ query }: Database) =>
  prepareStep('passkeys', ({ appId, userId }: { appId: string; userId: string }) =>
    query.deleteFrom('passkeys').where('app_id', '=', appId).where('user_id', '=', userId),
  )
