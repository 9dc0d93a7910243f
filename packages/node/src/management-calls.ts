import type { Call } from './calls.ts'
import { ThumbturnError } from './errors.ts'
import type { Authenticators, Contacts, Devices, Groups, Passkeys, Transactions, Users } from './management.ts'

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
  findProfile: (userId) => undefinedIfMissing(call('userProfileShow', { params: { userId } })),
  setProfile: (userId, profile) => call('userProfileReplace', { params: { userId }, body: profile }),
  setClaims: (userId, claims) => call('userClaimsReplace', { params: { userId }, body: { claims } }),
  listGroups: async (userId) => (await call('userGroupsList', { params: { userId } })).groups,
  setGroups: async (userId, { groups }) =>
    (await call('userGroupsSet', { params: { userId }, body: { groups: [...groups] } })).groups,
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

export const createGroups = (call: Call): Groups => ({
  list: () =>
    iteratePages(async (after) => {
      const { groups: items, next } = await call('groupsList', { query: { after } })
      return { items, next }
    }),
  create: (group) => call('groupCreate', { body: group }),
  replace: (groupId, group) => call('groupReplace', { params: { groupId }, body: group }),
  delete: (groupId) => call('groupDelete', { params: { groupId } }),
  listMembers: (groupId) =>
    iteratePages(async (after) => {
      const { members: items, next } = await call('groupMembersList', { params: { groupId }, query: { after } })
      return { items, next }
    }),
  addMembers: (groupId, { userIds }) =>
    call('groupMembersAdd', { params: { groupId }, body: { userIds: [...userIds] } }),
  removeMember: (groupId, { userId }) => call('groupMemberRemove', { params: { groupId, userId } }),
})

type Page<Item> = { items: Item[]; next?: string | undefined }

/** Each page is fetched as you iterate. */
async function* iteratePages<Item>(
  fetchPage: (after: string | undefined) => Promise<Page<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let after: string | undefined
  do {
    const page = await fetchPage(after)
    yield* page.items
    after = page.next
  } while (after !== undefined)
}

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
