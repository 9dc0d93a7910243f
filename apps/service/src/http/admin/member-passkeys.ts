import type { memberPasskeyRoutes } from '@thumbturn/contract/admin/member-passkeys.ts'
import type { Core } from '../../core/core.ts'
import type { ListedPasskey } from '../../core/model/passkeys/passkey.ts'
import { formatDeviceName } from '../../core/use-cases/devices/identify.ts'
import { requireMember } from '../../core/use-cases/members/manage.ts'
import {
  grantMemberPasskey,
  listMemberPasskeys,
  removeMemberPasskey,
  renameMemberPasskey,
} from '../../core/use-cases/members/passkeys.ts'
import type { HandlersOf } from '../call.ts'
import type { AdminCaller } from '../callers.ts'
import { timestamp } from '../timestamp.ts'
import { requireVisible } from './visible-member.ts'

export const memberPasskeys = {
  async memberPasskeysList({ params: { id } }, { core, caller }) {
    requireVisible(caller, id)
    const { userId } = await requireMember(core, id)
    return { passkeys: (await listMemberPasskeys(core, userId)).map((passkey) => toResponse(core, passkey, caller)) }
  },
  memberPasskeyGrant: (_, { core, caller }) => grantMemberPasskey(core, caller),
  async memberPasskeyRename({ params: { id, passkeyId }, body }, { core, caller }) {
    requireVisible(caller, id)
    await renameMemberPasskey(core, { userId: id, passkeyId }, body.name)
    return undefined
  },
  async memberPasskeyRemove({ params: { id, passkeyId } }, { core, caller }) {
    requireVisible(caller, id)
    await removeMemberPasskey(core, { userId: id, passkeyId })
    return undefined
  },
} satisfies HandlersOf<typeof memberPasskeyRoutes>

function toResponse(core: Core, passkey: ListedPasskey, caller: AdminCaller) {
  const { id, name, aaguid, backedUp, createdAt, lastUsedAt, lastUsedFrom } = passkey
  const { name: authenticator, iconLight, iconDark } = core.providers.find(aaguid) ?? {}
  return {
    id,
    name,
    current: caller.kind === 'member' && caller.session.passkeyId === id,
    createdAt: timestamp(createdAt),
    lastUsedAt: lastUsedAt === undefined ? undefined : timestamp(lastUsedAt),
    lastUsedFrom: lastUsedFrom && formatDeviceName(lastUsedFrom),
    synced: backedUp,
    aaguid,
    authenticator,
    iconLight,
    iconDark,
  }
}
