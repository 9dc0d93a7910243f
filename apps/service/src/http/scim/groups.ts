import type { DirectoryGroupInput } from '../../core/model/directory/directory.ts'
import {
  changeDirectoryGroup,
  createDirectoryGroup,
  deleteDirectoryGroup,
  type GroupWithMembers,
  requireDirectoryGroup,
} from '../../core/model/directory/groups.ts'
import { readText, requireVersion, type ScimCall, type ScimOperation, toReadResponse, toResponse } from './call.ts'
import { invalidValue } from './errors.ts'
import { readQuery, toListResponse } from './list.ts'
import { applyPatch } from './patch.ts'
import { type Resource, toGroupResource } from './representation.ts'
import { type Document, readDocument, readResource } from './resource.ts'

function toInput(document: Document): DirectoryGroupInput {
  const members = (document.members ?? []) as readonly Document[]
  const nested = members.find(({ type }) => type !== undefined && String(type).toLowerCase() !== 'user')
  if (nested) throw invalidValue("The members of a group are users: groups can't contain groups")
  return {
    displayName: (readText(document, 'displayName') ?? '').trim(),
    externalId: readText(document, 'externalId'),
    members: members.map(({ value }) => String(value)),
  }
}

/** What clients can change of a group. */
const toDocument = ({ group: { displayName, externalId }, members }: GroupWithMembers): Document => ({
  displayName,
  externalId,
  members: members.map((value) => ({ value })),
})

const describe = ({ base }: ScimCall, group: GroupWithMembers): Resource => toGroupResource(base, group)

/** Every group with its members. */
export async function listGroupResources({ core, base }: ScimCall): Promise<Resource[]> {
  const { directory } = core.store
  const [groups, memberships] = await Promise.all([directory.listGroups(), directory.listMemberships()])
  const byGroup = Map.groupBy(memberships, ({ groupId }) => groupId)
  const listMembers = (id: string) => (byGroup.get(id) ?? []).map(({ userId }) => userId)
  return groups.map((group) => toGroupResource(base, { group, members: listMembers(group.id) }))
}

async function change(call: ScimCall, decide: (current: GroupWithMembers) => Document) {
  const changed = await changeDirectoryGroup(call.core, {
    id: call.id,
    decide(current) {
      requireVersion(call, describe(call, current))
      return toInput(decide(current))
    },
  })
  return toResponse('Group', call, { status: 200, resource: describe(call, changed) })
}

async function search(call: ScimCall, sent: unknown) {
  const query = readQuery(sent)
  return { status: 200, body: toListResponse([{ type: 'Group', resources: await listGroupResources(call) }], query) }
}

export const groupOperations = {
  'GET /Groups': { scope: 'profile:read', run: (call) => search(call, call.query) },
  'POST /Groups/.search': { scope: 'profile:read', run: (call) => search(call, call.body) },
  'GET /Groups/:id': {
    scope: 'profile:read',
    async run(call) {
      return toReadResponse('Group', call, describe(call, await requireDirectoryGroup(call.core, call.id)))
    },
  },
  'POST /Groups': {
    scope: 'profile:write',
    async run(call) {
      const input = toInput(readResource('Group', call.body))
      const group = await createDirectoryGroup(call.core, input)
      const resource = describe(call, { group, members: [...new Set(input.members)] })
      return toResponse('Group', call, { status: 201, resource })
    },
  },
  'PUT /Groups/:id': {
    scope: 'profile:write',
    async run(call) {
      const sent = readResource('Group', call.body)
      return change(call, () => sent)
    },
  },
  'PATCH /Groups/:id': {
    scope: 'profile:write',
    async run(call) {
      return change(call, (group) => readDocument('Group', applyPatch('Group', toDocument(group), call.body)))
    },
  },
  'DELETE /Groups/:id': {
    scope: 'profile:write',
    async run(call) {
      await deleteDirectoryGroup(call.core, call.id, (group) => requireVersion(call, describe(call, group)))
      return { status: 204 }
    },
  },
} as const satisfies Readonly<Record<string, ScimOperation>>
