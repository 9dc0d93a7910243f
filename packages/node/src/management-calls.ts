import type { Call } from './calls.ts'
import { ThumbturnError } from './errors.ts'
import type { Authenticators, Contacts, Devices, Passkeys, Transactions, Users } from './management.ts'

async function undefinedIfMissing<Found>(promise: Promise<Found>): Promise<Found | undefined> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof ThumbturnError && error.code === 'not_found') return undefined
    throw error
  }
}

export const createUsers = (call: Call): Users => ({
  find: (username) => undefinedIfMissing(call('userFind', { query: { username } })),
  delete: (userId) => call('userDelete', { params: { userId } }),
  signOut: (userId) => call('userSignOut', { params: { userId } }),
  deletePasskeys: (userId) => call('userPasskeysDelete', { params: { userId } }),
  deleteDevices: (userId) => call('userDevicesDelete', { params: { userId } }),
})

export const createContacts = (call: Call): Contacts => ({
  setEmail: (id, body) => call('profileEmailSet', { params: { id }, body }),
  deleteEmail: (id, body = {}) => call('profileEmailDelete', { params: { id }, body }),
  setPhone: (id, body) => call('profilePhoneSet', { params: { id }, body }),
  deletePhone: (id, body = {}) => call('profilePhoneDelete', { params: { id }, body }),
  verifyEmail: (username, { code }) => call('profileEmailVerify', { body: { username, authCode: code } }),
  verifyPhone: (username, { code }) => call('profilePhoneVerify', { body: { username, authCode: code } }),
})

export const createPasskeys = (call: Call): Passkeys => ({
  find: (passkeyId) => undefinedIfMissing(call('anyPasskeyShow', { params: { passkeyId } })),
  rename: (passkeyId, { name }) => call('anyPasskeyRename', { params: { passkeyId }, body: { passkeyName: name } }),
  delete: (passkeyId) => call('anyPasskeyDelete', { params: { passkeyId } }),
})

export const createDevices = (call: Call): Devices => ({
  find: (deviceId) => undefinedIfMissing(call('deviceShow', { params: { deviceId } })),
  delete: (deviceId) => call('deviceDelete', { params: { deviceId } }),
})

export const createTransactions = (call: Call): Transactions => ({
  find: (txId) => undefinedIfMissing(call('transactionFind', { params: { txId } })),
})

export const createAuthenticators = (call: Call): Authenticators => ({
  find: (aaguid) => undefinedIfMissing(call('aaguidFind', { params: { aaguid } })),
  listBlocked: async () => (await call('blacklistRead', {})).items,
  block: (items) => call('blacklistMerge', { body: { items } }),
  unblock: (aaguids) => call('blacklistRemove', { body: { aaguids } }),
  unblockAll: () => call('blacklistClear', {}),
})
