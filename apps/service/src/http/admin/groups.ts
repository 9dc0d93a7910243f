import type { groupRoutes } from '@thumbturn/contract/admin/groups.ts'
import type { Core } from '../../core/core.ts'
import type { Backend } from '../../core/use-cases/applications/backend.ts'
import { changeGroup, createGroup, deleteGroup, findGroup, listGroups } from '../../core/use-cases/groups/manage.ts'
import { addMembers, listMembers, removeMember, setGroupsOfUser } from '../../core/use-cases/groups/members.ts'
import { changeProfile, describeUser } from '../../core/use-cases/users/profile.ts'
import type { HandlersOf } from '../call.ts'
import type { AdminCaller } from '../callers.ts'
import { toGroupResponse, toHeldGroups, toMemberResponse, toProfileResponse } from '../group-responses.ts'
import { administered } from './administered.ts'

/** The admin key acts for the backend of the application. */
const backendFor = async (core: Core, id: string, { by }: AdminCaller): Promise<Backend> => ({
  application: await administered(core, id),
  keyId: by,
})

export const groups = {
  async groupsList({ params, query: { after, limit = '100' } }, { core, caller }) {
    const backend = await backendFor(core, params.id, caller)
    const { groups: listed, next } = await listGroups(core, backend, { after, limit: Number(limit) })
    return { groups: listed.map(toGroupResponse), next }
  },
  async groupShow({ params: { id, groupId } }, { core, caller }) {
    const group = await findGroup(core, await backendFor(core, id, caller), groupId)
    return { ...toGroupResponse(group), members: await core.store.groups.countMembers(group) }
  },
  async groupCreate({ params, body }, { core, caller }) {
    return toGroupResponse(await createGroup(core, await backendFor(core, params.id, caller), body))
  },
  async groupChange({ params: { id, groupId }, body }, { core, caller }) {
    return toGroupResponse(await changeGroup(core, await backendFor(core, id, caller), { ...body, id: groupId }))
  },
  async groupDelete({ params: { id, groupId } }, { core, caller }) {
    await deleteGroup(core, await backendFor(core, id, caller), groupId)
    return undefined
  },
  async groupMembersList({ params, query: { after, limit = '100' } }, { core, caller }) {
    const backend = await backendFor(core, params.id, caller)
    const { members, next } = await listMembers(core, backend, { id: params.groupId, after, limit: Number(limit) })
    return { members: members.map(toMemberResponse), next }
  },
  async groupMembersAdd({ params: { id, groupId }, body: { userIds } }, { core, caller }) {
    await addMembers(core, await backendFor(core, id, caller), { id: groupId, userIds })
    return undefined
  },
  async groupMemberRemove({ params: { id, groupId, userId } }, { core, caller }) {
    await removeMember(core, { backend: await backendFor(core, id, caller), userId }, groupId)
    return undefined
  },
  async userProfileShow({ params: { id, userId } }, { core, caller }) {
    const shown = await describeUser(core, { backend: await backendFor(core, id, caller), userId })
    return { profile: toProfileResponse(shown.profile), groups: toHeldGroups(shown.groups) }
  },
  async userProfileChange({ params: { id, userId }, body }, { core, caller }) {
    const user = { backend: await backendFor(core, id, caller), userId }
    return toProfileResponse(await changeProfile(core, user, body))
  },
  async userGroupsSet({ params: { id, userId }, body }, { core, caller }) {
    const user = { backend: await backendFor(core, id, caller), userId }
    return { groups: toHeldGroups(await setGroupsOfUser(core, user, body.groups)) }
  },
} satisfies HandlersOf<typeof groupRoutes>
