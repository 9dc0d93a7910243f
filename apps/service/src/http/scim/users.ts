import { ownApplicationId } from '../../core/model/applications/own-id.ts'
import type { DirectoryEmail, DirectoryUser, DirectoryUserInput } from '../../core/model/directory/directory.ts'
import { usernameKey } from '../../core/model/users/username.ts'
import {
  changeDirectoryUser,
  createDirectoryUser,
  deleteDirectoryUser,
  requireDirectoryUser,
} from '../../core/use-cases/directory/users.ts'
import { readText, requireVersion, type ScimCall, type ScimOperation, toReadResponse, toResponse } from './call.ts'
import { invalidValue } from './errors.ts'
import { findRequiredText } from './filter.ts'
import { type Collection, listPage, readQuery } from './list.ts'
import { applyPatch } from './patch.ts'
import { type Resource, toUserResource } from './representation.ts'
import { type Document, readDocument, readResource } from './resource.ts'
import { withoutSchema } from './schema.ts'

const longestUsername = 256
/** Everything else that is kept of a user, in characters of JSON: several times what directories send. */
const largestProfile = 16_384

/** A document without a status leaves it as it is; new members are active. */
function toInput(document: Document, current?: DirectoryUser): DirectoryUserInput {
  const userName = readText(document, 'userName') ?? ''
  if (userName.length > longestUsername) throw invalidValue(`userName can have at most ${longestUsername} characters`)
  const displayName = readText(document, 'displayName')
  const profile = {
    ...(displayName !== undefined && { displayName }),
    ...(document.name !== undefined && { name: document.name as object }),
    ...(document.emails !== undefined && { emails: document.emails as DirectoryEmail[] }),
    ...(document.active === undefined && current && { hidesStatus: true as const }),
  }
  if (JSON.stringify(profile).length > largestProfile)
    throw invalidValue(`The names and emails of a user can have at most ${largestProfile} characters together`)
  return {
    userName,
    active: (document.active as boolean | undefined) ?? current?.active ?? true,
    externalId: readText(document, 'externalId'),
    profile,
  }
}

/** The fields that clients can change of a user, as they sent it. */
const toDocument = ({ userName, active, externalId, profile }: DirectoryUser): Document => {
  const { hidesStatus, ...sent } = profile
  return { userName, active: hidesStatus ? undefined : active, externalId, ...sent }
}

const describe = async ({ core, base }: ScimCall, user: DirectoryUser): Promise<Resource> =>
  toUserResource(base, user, await core.store.directory.listUserGroups(user.userId))

export const collectUsers = ({ core: { store }, base, budget }: ScimCall): Collection => ({
  type: 'User',
  async listIds(filter) {
    const find = (name: string) => filter && findRequiredText(filter, name, (path) => withoutSchema('User', path))
    const [id, userName, externalId] = [find('id'), find('userName'), find('externalId')]
    if (id !== undefined) return [id]
    if (externalId !== undefined) return store.directory.listUserIdsByExternalId(externalId)
    if (userName === undefined) return store.directory.listUserIds()
    const user = await store.directory.findByUserName(ownApplicationId, usernameKey(userName))
    return user ? [user.userId] : []
  },
  async load(ids, isWhole) {
    const resources: Resource[] = []
    for (const user of await store.directory.findUsers(ids)) {
      const groups = isWhole ? await store.directory.listUserGroups(user.userId) : []
      budget.spend(groups.length + (user.profile.emails?.length ?? 0))
      resources.push(toUserResource(base, user, groups))
    }
    return resources
  },
})

async function change(call: ScimCall, createDocument: (current: DirectoryUser) => Document | Promise<Document>) {
  const { core, backend, id: userId } = call
  const changed = await changeDirectoryUser(core, backend, {
    userId,
    async editUser(current) {
      requireVersion(call, await describe(call, current))
      return toInput(await createDocument(current), current)
    },
  })
  return toResponse('User', call, { status: 200, resource: await describe(call, changed) })
}

async function search(call: ScimCall, sent: unknown) {
  return {
    status: 200,
    body: await listPage({ collections: [collectUsers(call)], query: readQuery(sent), budget: call.budget }),
  }
}

export const userOperations = {
  'GET /Users': { scope: 'profile:read', isLarge: true, run: (call) => search(call, call.query) },
  'POST /Users/.search': { scope: 'profile:read', isLarge: true, run: (call) => search(call, call.body) },
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
      return change(call, async (user) => readDocument('User', await applyPatch('User', toDocument(user), call)))
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
