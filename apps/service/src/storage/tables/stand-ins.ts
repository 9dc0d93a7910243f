import { passkeys } from './passkeys.ts'
import { type owners, users } from './users.ts'

const user = users.store({
  id: '00000000-0000-4000-8000-000000000000',
  appId: '',
  username: '',
  usernameKey: '',
  usernameType: 'other',
  displayName: '',
  status: 'active',
  createdAt: 0,
  tokenEpoch: 0,
})

/** A user and a passkey that don't exist, as rows: loaded instead of what a search didn't find, for the same work. */
export const standIns = {
  owner: Object.fromEntries(
    Object.entries(user).map(([column, value]) => [`owner_${column}`, value]),
  ) as unknown as Parameters<typeof owners.load>[0],
  passkey: passkeys.store({
    id: '00000000-0000-4000-8000-000000000000',
    appId: '',
    userId: '',
    credentialId: '',
    rpId: '',
    name: '',
    publicKey: new Uint8Array(77),
    publicKeySpki: new Uint8Array(91),
    algorithm: -7,
    signCount: 0,
    aaguid: '',
    transports: ['hybrid', 'internal'],
    backupEligible: true,
    backedUp: true,
    userVerified: true,
    attestationFormat: 'none',
    slot: 1,
    createdAt: 0,
    createdFromDeviceId: undefined,
    lastUsedAt: 0,
    lastUsedFromDeviceId: undefined,
  }),
}
