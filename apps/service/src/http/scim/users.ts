import type { DirectoryEmail, DirectoryUser, DirectoryUserInput } from '../../core/model/directory/directory.ts'
import {
  changeDirectoryUser,
  createDirectoryUser,
  deleteDirectoryUser,
  requireDirectoryUser,
} from '../../core/model/directory/users.ts'
import { readText, requireVersion, type ScimCall, type ScimOperation, toReadResponse, toResponse } from './call.ts'
import { invalidValue } from './errors.ts'
import { readQuery, toListResponse } from './list.ts'
import { applyPatch } from './patch.ts'
import { type Named, type Resource, toUserResource } from './representation.ts'
import { type Document, readDocument, readResource } from './resource.ts'

const longestUsername = 256

/** A document without a status leaves it as it is; new members are active. */
function toInput(document: Document, current?: DirectoryUser): DirectoryUserInput {
  const userName = readText(document, 'userName') ?? ''
  if (userName.length > longestUsername) throw invalidValue(`userName can have at most ${longestUsername} characters`)
  const displayName = readText(document, 'displayName')
  return {
    userName,
    active: (document.active as boolean | undefined) ?? current?.active ?? true,
    externalId: readText(document, 'externalId'),
    profile: {
      ...(displayName !== undefined && { displayName }),
      ...(document.name !== undefined && { name: document.name as object }),
      ...(document.emails !== undefined && { emails: document.emails as DirectoryEmail[] }),
      ...(document.active === undefined && current && { hidesStatus: true as const }),
    },
  }
}

/** What clients can change of a user, as they sent it. */
const toDocument = ({ userName, active, externalId, profile }: DirectoryUser): Document => {
  const { hidesStatus, ...sent } = profile
  return { userName, active: hidesStatus ? undefined : active, externalId, ...sent }
}

async function listUserGroups({ core }: ScimCall, userId: string): Promise<Named[]> {
  const { directory } = core.store
  const [groups, memberships] = await Promise.all([directory.listGroups(), directory.listMemberships()])
  const own = new Set(memberships.filter((one) => one.userId === userId).map(({ groupId }) => groupId))
  return groups.filter(({ id }) => own.has(id))
}

const describe = async (call: ScimCall, user: DirectoryUser): Promise<Resource> =>
  toUserResource(call.base, user, await listUserGroups(call, user.userId))

/** Every user, with two more reads for the groups of all of them. */
export async function listUserResources({ core, base }: ScimCall): Promise<Resource[]> {
  const { directory } = core.store
  const [users, groups, memberships] = await Promise.all([
    directory.listUsers(),
    directory.listGroups(),
    directory.listMemberships(),
  ])
  const byId = new Map(groups.map((group) => [group.id, group]))
  const byUser = Map.groupBy(memberships, ({ userId }) => userId)
  const listOwn = (userId: string) => (byUser.get(userId) ?? []).flatMap(({ groupId }) => byId.get(groupId) ?? [])
  return users.map((user) => toUserResource(base, user, listOwn(user.userId)))
}

async function change(call: ScimCall, decide: (current: DirectoryUser) => Document) {
  const { core, backend, id: userId } = call
  const changed = await changeDirectoryUser(core, backend, {
    userId,
    async decide(current) {
      requireVersion(call, await describe(call, current))
      return toInput(decide(current), current)
    },
  })
  return toResponse('User', call, { status: 200, resource: await describe(call, changed) })
}

async function search(call: ScimCall, sent: unknown) {
  const query = readQuery(sent)
  return { status: 200, body: toListResponse([{ type: 'User', resources: await listUserResources(call) }], query) }
}

export const userOperations = {
  'GET /Users': { scope: 'profile:read', run: (call) => search(call, call.query) },
  'POST /Users/.search': { scope: 'profile:read', run: (call) => search(call, call.body) },
  'GET /Users/:id': {
    scope: 'profile:read',
    async run(call) {
      return toReadResponse('User', call, await describe(call, await requireDirectoryUser(call.core, call.id)))
    },
  },
  'POST /Users': {
    scope: 'profile:write',
    async run(call) {
      const created = await createDirectoryUser(call.core, call.backend, toInput(readResource('User', call.body)))
      return toResponse('User', call, { status: 201, resource: toUserResource(call.base, created, []) })
    },
  },
  'PUT /Users/:id': {
    scope: 'profile:write',
    async run(call) {
      const sent = readResource('User', call.body)
      // A status that isn't sent stays, so that a change of the name doesn't activate a deactivated member.
      return change(call, ({ active }) => ({ active, ...sent }))
    },
  },
  'PATCH /Users/:id': {
    scope: 'profile:write',
    async run(call) {
      return change(call, (user) => readDocument('User', applyPatch('User', toDocument(user), call.body)))
    },
  },
  'DELETE /Users/:id': {
    scope: 'profile:write',
    async run(call) {
      requireVersion(call, await describe(call, await requireDirectoryUser(call.core, call.id)))
      await deleteDirectoryUser(call.core, call.id)
      return { status: 204 }
    },
  },
} as const satisfies Readonly<Record<string, ScimOperation>>
