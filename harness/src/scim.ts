import assert from 'node:assert/strict'
import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import { createApiKey } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { ensureOwnApplication } from '@thumbturn/service/core/use-cases/applications/own.ts'
import { mapDirectoryGroup } from '@thumbturn/service/core/use-cases/directory/groups.ts'
import { recoverMember, requireMember } from '@thumbturn/service/core/use-cases/members/manage.ts'
import { type Dashboard, join, openDashboard } from './members.ts'
import { type Answer, type Ask, origin, type Service } from './service.ts'
import { newName, readBody, type Tokens } from './situations.ts'

export const scimBase = `${origin}/scim/v2`

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const messages = 'urn:ietf:params:scim:api:messages:2.0'

/** A user as a client sends it. */
export const userBody = (userName: string, more: object = {}) => ({ schemas: [`${core}:User`], userName, ...more })
export const groupBody = (displayName: string, more: object = {}) => ({
  schemas: [`${core}:Group`],
  displayName,
  ...more,
})
export const patchBody = (...Operations: object[]) => ({ schemas: [`${messages}:PatchOp`], Operations })

export type ScimUser = {
  id: string
  userName: string
  active: boolean
  displayName?: string
  groups?: { value: string; display: string }[]
  meta: { location: string; version: string }
}
export type ScimGroup = { id: string; displayName: string; members?: { value: string }[]; meta: { version: string } }
export type ScimList<T> = { totalResults: number; startIndex: number; itemsPerPage: number; Resources: T[] }

/** A directory that provisions the members of an installation. */
export type Directory = {
  key: string
  /** A call; `path` is below /scim/v2. */
  ask(method: string, path: string, body?: unknown): Promise<Answer>
  /** The same with headers, or with another credential. */
  send(method: string, path: string, ask: Ask): Promise<Answer>
  createUser(userName?: string, more?: object): Promise<ScimUser>
  createGroup(displayName?: string, members?: readonly string[]): Promise<ScimGroup>
}

/** A directory with a new API key of these scopes. */
export async function newDirectory(
  service: Service,
  scopes: readonly string[] = ['profile:read', 'profile:write'],
): Promise<Directory> {
  const own = await ensureOwnApplication(service.core, origin)
  const { text: key } = await createApiKey(service.core, own, { name: 'Directory', scopes })
  const send: Directory['send'] = (method, path, ask) =>
    askScim(service, `${method} ${path}`, { token: `Bearer ${key}`, ...ask })
  const ask: Directory['ask'] = (method, path, body) => send(method, path, body === undefined ? {} : { body })
  return {
    key,
    ask,
    send,
    createUser: async (userName = newName(), more = {}) =>
      readBody(await ask('POST', '/Users', userBody(userName, more)), 201),
    createGroup: async (displayName = newName(), members = []) =>
      readBody(
        await ask('POST', '/Groups', groupBody(displayName, { members: members.map((value) => ({ value })) })),
        201,
      ),
  }
}

/** A call as provisioning clients make it, such as `GET /Users`. */
export function askScim(service: Service, call: string, { headers, ...ask }: Ask = {}): Promise<Answer> {
  const [, method = '', path = ''] = /^(\S+) (.*)$/s.exec(call) ?? []
  const type = ask.body === undefined ? undefined : { 'content-type': 'application/scim+json' }
  return service.ask(method, `//scim/v2${path}`, { ...ask, headers: { ...type, ...headers } })
}

/** Requires an error in the format of SCIM. */
export function assertScimError(
  answer: Answer,
  { status, scimType, detail }: { status: number; scimType?: string; detail: RegExp },
): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.headers['content-type'], 'application/scim+json; charset=utf-8')
  const { detail: text, ...rest } = answer.body as { detail: string }
  const expected = { schemas: [`${messages}:Error`], status: String(status), ...(scimType && { scimType }) }
  assert.deepEqual(rest, expected)
  assert.match(text, detail)
}

/** Signs a provisioned member in, with a passkey from a recovery link. */
export async function openProvisioned(service: Service, { id }: { id: string }): Promise<Dashboard> {
  const member = await requireMember(service.core, id)
  const { token } = await recoverMember(service.core, member, 'test')
  const { answer, device } = await join(service, token)
  return openDashboard(service, readBody<Tokens>(answer).jwtAccess, device)
}

/** The roles of a member now. */
export const readRoles = async ({ core: { store } }: Service, { id }: { id: string }) =>
  (await store.members.find(id))?.roles

/** A group to which an owner mapped these roles. */
export async function newMappedGroup(
  service: Service,
  directory: Directory,
  { roles, members = [] }: { roles: readonly RoleAssignment[]; members?: readonly string[] },
): Promise<ScimGroup> {
  const group = await directory.createGroup(newName(), members)
  await mapDirectoryGroup(service.core, group.id, roles)
  return group
}

/** Users of the directory, written directly: a thousand calls would take seconds. Returns their IDs. */
export async function addDirectoryUsers({ core }: Service, count: number): Promise<string[]> {
  const at = core.now()
  const users = Array.from({ length: count }, () => {
    const [id, name] = [core.random.uuid(), newName()]
    const keys = { usernameKey: name, addressKey: name }
    return { ...keys, id, appId: 'thumbturn', username: name, displayName: name, createdAt: at, tokenEpoch: 0 }
  })
  for (let from = 0; from < count; from += 250) {
    const writes = users.slice(from, from + 250).flatMap((user) => [
      { addUser: { ...user, usernameType: 'other', status: 'active' } as const },
      {
        addMember: {
          userId: user.id,
          appId: user.appId,
          name: user.username,
          email: undefined,
          createdAt: at,
          roles: [],
        },
      },
      { addDirectoryUser: { userId: user.id, externalId: undefined, profile: {}, createdAt: at, updatedAt: at } },
    ])
    assert.equal(await core.store.commit(writes), undefined)
  }
  return users.map(({ id }) => id)
}
