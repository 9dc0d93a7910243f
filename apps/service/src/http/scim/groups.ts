import type { DirectoryGroup, DirectoryGroupInput } from '../../core/model/directory/directory.ts'
import {
  changeDirectoryGroup,
  createDirectoryGroup,
  deleteDirectoryGroup,
  type GroupWithMembers,
  requireDirectoryGroup,
} from '../../core/use-cases/directory/groups.ts'
import { readText, requireVersion, type ScimCall, type ScimOperation, toReadResponse, toResponse } from './call.ts'
import { invalidValue } from './errors.ts'
import { findRequiredText } from './filter.ts'
import { type Collection, listPage, readQuery } from './list.ts'
import { applyPatch } from './patch.ts'
import { type Resource, toGroupResource } from './representation.ts'
import { type Document, readDocument, readResource } from './resource.ts'
import { withoutSchema } from './schema.ts'

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

/** The fields that clients can change of a group. */
const toDocument = ({ group: { displayName, externalId }, members }: GroupWithMembers): Document => ({
  displayName,
  externalId,
  members: members.map((value) => ({ value, type: 'User' })),
})

const describe = ({ base }: ScimCall, group: GroupWithMembers): Resource => toGroupResource(base, group)

export function collectGroups({ core: { store }, base, budget }: ScimCall): Collection {
  let listed: Promise<DirectoryGroup[]> | undefined
  const list = () => {
    listed ??= store.directory.listGroups()
    return listed
  }
  return {
    type: 'Group',
    async listIds(filter) {
      const id = filter && findRequiredText(filter, 'id', (path) => withoutSchema('Group', path))
      return id === undefined ? (await list()).map((group) => group.id) : [id]
    },
    async load(ids, isWhole) {
      const wanted = new Set(ids)
      const resources: Resource[] = []
      for (const group of (await list()).filter(({ id }) => wanted.has(id))) {
        const members = isWhole ? await store.directory.listGroupMembers(group.id) : []
        budget.spend(members.length)
        resources.push(toGroupResource(base, { group, members }))
        await budget.takeTurns()
      }
      return resources
    },
  }
}

async function change(call: ScimCall, createDocument: (current: GroupWithMembers) => Document | Promise<Document>) {
  const changed = await changeDirectoryGroup(call.core, {
    id: call.id,
    async editGroup(current) {
      requireVersion(call, describe(call, current))
      return toInput(await createDocument(current))
    },
  })
  return toResponse('Group', call, { status: 200, resource: describe(call, changed) })
}

async function search(call: ScimCall, sent: unknown) {
  return {
    status: 200,
    body: await listPage({ collections: [collectGroups(call)], query: readQuery(sent), budget: call.budget }),
  }
}

export const groupOperations = {
  'GET /Groups': { scope: 'profile:read', isLarge: true, run: (call) => search(call, call.query) },
  'POST /Groups/.search': { scope: 'profile:read', isLarge: true, run: (call) => search(call, call.body) },
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
      return change(call, async (group) => readDocument('Group', await applyPatch('Group', toDocument(group), call)))
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
