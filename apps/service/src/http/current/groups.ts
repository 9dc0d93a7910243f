import type { groupRoutes } from '@thumbturn/contract/current/groups.ts'
import { profileFieldNames } from '@thumbturn/contract/vocabulary/profiles.ts'
import { changeGroup, createGroup, deleteGroup, listGroups } from '../../core/use-cases/groups/manage.ts'
import {
  addMembers,
  listGroupsOfUser,
  listMembers,
  removeMember,
  setGroupsOfUser,
} from '../../core/use-cases/groups/members.ts'
import { changeProfile, describeUser } from '../../core/use-cases/users/profile.ts'
import type { HandlersOf } from '../call.ts'
import { toGroupResponse, toHeldGroups, toMemberResponse, toProfileResponse } from '../group-responses.ts'

/** A profile without any field, so that a body replaces all of them. */
const emptyProfile = Object.fromEntries(profileFieldNames.map((name) => [name, '']))

/** How a customer's backend manages groups, profiles, and custom claims of its users. */
export const groups = {
  async groupsList({ query: { after, limit = '100' } }, { core, caller }) {
    const { groups: listed, next } = await listGroups(core, caller, { after, limit: Number(limit) })
    return { groups: listed.map(toGroupResponse), next }
  },
  async groupCreate({ body }, { core, caller }) {
    return toGroupResponse(await createGroup(core, caller, body))
  },
  async groupReplace({ params, body: { name, description = '', claims = {} } }, { core, caller }) {
    return toGroupResponse(await changeGroup(core, caller, { id: params.groupId, name, description, claims }))
  },
  async groupDelete({ params }, { core, caller }) {
    await deleteGroup(core, caller, params.groupId)
    return undefined
  },
  async groupMembersList({ params, query: { after, limit = '100' } }, { core, caller }) {
    const page = { id: params.groupId, after, limit: Number(limit) }
    const { members, next } = await listMembers(core, caller, page)
    return { members: members.map(toMemberResponse), next }
  },
  async groupMembersAdd({ params, body: { userIds } }, { core, caller }) {
    await addMembers(core, caller, { id: params.groupId, userIds })
    return undefined
  },
  async groupMemberRemove({ params: { groupId, userId } }, { core, caller }) {
    await removeMember(core, { backend: caller, userId }, groupId)
    return undefined
  },
  async userGroupsList({ params }, { core, caller }) {
    return { groups: toHeldGroups(await listGroupsOfUser(core, { backend: caller, ...params })) }
  },
  async userGroupsSet({ params, body }, { core, caller }) {
    return { groups: toHeldGroups(await setGroupsOfUser(core, { backend: caller, ...params }, body.groups)) }
  },
  async userProfileShow({ params }, { core, caller }) {
    return toProfileResponse((await describeUser(core, { backend: caller, ...params })).profile)
  },
  async userProfileReplace({ params, body }, { core, caller }) {
    const profile = { ...emptyProfile, ...body }
    return toProfileResponse(await changeProfile(core, { backend: caller, ...params }, profile))
  },
  async userClaimsReplace({ params, body: { claims } }, { core, caller }) {
    return toProfileResponse(await changeProfile(core, { backend: caller, ...params }, { claims }))
  },
} satisfies HandlersOf<typeof groupRoutes>
