import assert from 'node:assert/strict'
import type { RoleAssignment } from '@thumbturn/contract/vocabulary/roles.ts'
import { createApiKey } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { ensureOwnApplication } from '@thumbturn/service/core/use-cases/applications/own.ts'
import { inviteMember } from '@thumbturn/service/core/use-cases/members/invite.ts'
import { openSetUpLink } from '@thumbturn/service/core/use-cases/members/set-up-link.ts'
import { type Answer, type Ask, origin, type Service } from './service.ts'
import {
  type Device,
  newDevice,
  newName,
  type RegistrationInit,
  readBody,
  readCookie,
  type Tokens,
} from './situations.ts'

const app = { id: 'thumbturn' }
/** The API of the installation's own application, as a path. */
export const own = '//apps/thumbturn/fido2/v2'
/** The administration API, as a path. */
export const admin = '//admin/v1'

export const owner: RoleAssignment = { application: '*', role: 'owner' }

/** The headers that a browser sends from a page of the dashboard. */
export const fromDashboard = { origin, 'sec-fetch-site': 'same-origin' }

/** The same where the service is. */
const fromDashboardOf = ({ core }: Service) => ({ ...fromDashboard, origin: core.baseUrl })

export type Dashboard = {
  member: { id: string; name: string; username: string }
  device: Device
  /** The Cookie header of the session. */
  cookie: string
  csrfToken: string
  /** A call as the dashboard makes it; `path` is below /admin/v1. */
  ask(method: string, path: string, ask?: Ask): Promise<Answer>
}

/** An API key that administers the installation, and the application that it's of. */
export async function createAdminKey({ core }: Service) {
  const application = await ensureOwnApplication(core, core.baseUrl)
  return { application, ...(await createApiKey(core, application, { name: 'admin', scopes: ['admin'] })) }
}

/** The token of the set-up link. */
export async function setUpLink({ core }: Service): Promise<string> {
  await ensureOwnApplication(core, core.baseUrl)
  const link = await openSetUpLink(core)
  assert.ok(link, 'there is an owner')
  return link.token
}

/** The token of a new invitation. */
export async function inviteWith({ core }: Service, roles: readonly RoleAssignment[]): Promise<string> {
  await ensureOwnApplication(core, core.baseUrl)
  return (await inviteMember(core, { roles, hours: 24, by: 'test' })).token
}

/** Accepts an invitation and starts the registration that it allows. */
export async function startJoin(service: Service, token: string, username = newName()) {
  const body = { token, username, name: `Name of ${username}` }
  const accepted = readBody<{ token: string; username: string }>(
    await service.post(`${admin}/invitations/accept`, body, { headers: fromDashboardOf(service) }),
  )
  const user = { username: accepted.username, displayName: body.name }
  const init = await service.post(`${own}/reg/init`, { app, deviceInfo: {}, user }, { token: accepted.token })
  return { username: accepted.username, ...readBody<RegistrationInit>(init) }
}

/** The response to the completed registration, and the device that has the passkey. */
export async function join(service: Service, token: string, username?: string) {
  const device = newDevice({ origin: service.core.baseUrl })
  const { session, registrationRequestOptions, ...started } = await startJoin(service, token, username)
  const creationResult = device.create(registrationRequestOptions)
  const answer = await service.post(`${own}/reg/complete`, { session, creationResult })
  return { answer, device, ...started }
}

/** An access token from a sign-in with the member's passkey, now. */
export async function memberToken(service: Service, { device }: { device: Device }): Promise<string> {
  const started = readBody<{ session: string; assertionOptions: never }>(
    await service.post(`${own}/auth/init`, { app, deviceInfo: {}, user: { username: '' } }),
  )
  const assertionResult = device.get(started.assertionOptions)
  const answer = await service.post(`${own}/auth/complete`, { session: started.session, assertionResult })
  return readBody<Tokens>(answer).jwtAccess
}

/** The dashboard after a sign-in with that access token. */
export async function openDashboard(service: Service, token: string, device: Device): Promise<Dashboard> {
  const answer = await service.post(`${admin}/session`, { token }, { headers: fromDashboardOf(service) })
  const { member, csrfToken } = readBody<{ member: Dashboard['member']; csrfToken: string }>(answer)
  const cookie = readCookie(answer)
  const headers = { cookie, 'x-csrf-token': csrfToken, ...fromDashboardOf(service) }
  return {
    member,
    device,
    cookie,
    csrfToken,
    ask: (method, path, ask = {}) =>
      service.ask(method, `${admin}${path}`, { ...ask, headers: { ...headers, ...ask.headers } }),
  }
}

/** A new member with these roles, signed in to the dashboard. */
export async function newMember(service: Service, roles: readonly RoleAssignment[] = [owner]): Promise<Dashboard> {
  const { answer, device } = await join(service, await inviteWith(service, roles))
  return openDashboard(service, readBody<Tokens>(answer).jwtAccess, device)
}

/** Starts the registration of another passkey of the member, with a grant of their session. */
export async function startMemberPasskey(service: Service, { ask }: Dashboard) {
  const { token, username } = readBody<{ token: string; username: string }>(await ask('POST', '/session/passkey-grant'))
  const body = { app, deviceInfo: {}, user: { username } }
  const { session, registrationRequestOptions } = readBody<RegistrationInit>(
    await service.post(`${own}/reg/init`, body, { token }),
  )
  const device = newDevice({ origin: service.core.baseUrl })
  const creationResult = device.create(registrationRequestOptions)
  return { device, complete: () => service.post(`${own}/reg/complete`, { session, creationResult }) }
}

/** Adds a passkey of another device to the account of the member, and returns that device. */
export async function addMemberPasskey(service: Service, dashboard: Dashboard): Promise<Device> {
  const { device, complete } = await startMemberPasskey(service, dashboard)
  readBody(await complete())
  return device
}

/** A new member who has no role yet, signed in to the dashboard. */
export async function newPendingMember(service: Service): Promise<Dashboard> {
  const dashboard = await newMember(service, [{ application: '*', role: 'viewer' }])
  const { id: userId, name } = dashboard.member
  await service.core.store.commit([{ changeMember: { userId, name, roles: [], removed: ['*'] } }])
  return dashboard
}
