import type { Call } from './calls.ts'
import { ThumbturnError } from './errors.ts'
import type { Authenticators, Contacts, Devices, Passkeys, Transactions, Users } from './management.ts'

async function orUndefined<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  try {
    return await finding
  } catch (error) {
    if (error instanceof ThumbturnError && error.code === 'not_found') return undefined
    throw error
  }
}

export const usersBy = (call: Call): Users => ({
  find: (username) => orUndefined(call('userFind', { query: { username } })),
  delete: (userId) => call('userDelete', { params: { userId } }),
  signOut: (userId) => call('userSignOut', { params: { userId } }),
  deletePasskeys: (userId) => call('userPasskeysDelete', { params: { userId } }),
  deleteDevices: (userId) => call('userDevicesDelete', { params: { userId } }),
})

export const contactsBy = (call: Call): Contacts => ({
  setEmail: (id, body) => call('profileEmailSet', { params: { id }, body }),
  deleteEmail: (id, body = {}) => call('profileEmailDelete', { params: { id }, body }),
  setPhone: (id, body) => call('profilePhoneSet', { params: { id }, body }),
  deletePhone: (id, body = {}) => call('profilePhoneDelete', { params: { id }, body }),
  verifyEmail: (username, { code }) => call('profileEmailVerify', { body: { username, authCode: code } }),
  verifyPhone: (username, { code }) => call('profilePhoneVerify', { body: { username, authCode: code } }),
})

export const passkeysBy = (call: Call): Passkeys => ({
  find: (passkeyId) => orUndefined(call('anyPasskeyShow', { params: { passkeyId } })),
  rename: (passkeyId, { name }) => call('anyPasskeyRename', { params: { passkeyId }, body: { passkeyName: name } }),
  delete: (passkeyId) => call('anyPasskeyDelete', { params: { passkeyId } }),
})

export const devicesBy = (call: Call): Devices => ({
  find: (deviceId) => orUndefined(call('deviceShow', { params: { deviceId } })),
  delete: (deviceId) => call('deviceDelete', { params: { deviceId } }),
})

export const transactionsBy = (call: Call): Transactions => ({
  find: (txId) => orUndefined(call('transactionFind', { params: { txId } })),
})

export const authenticatorsBy = (call: Call): Authenticators => ({
  find: (aaguid) => orUndefined(call('aaguidFind', { params: { aaguid } })),
  listBlocked: async () => (await call('blacklistRead', {})).items,
  block: (items) => call('blacklistMerge', { body: { items } }),
  unblock: (aaguids) => call('blacklistRemove', { body: { aaguids } }),
  unblockAll: () => call('blacklistClear', {}),
})
