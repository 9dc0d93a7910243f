import assert from 'node:assert/strict'
import { exampleUserId } from '@thumbturn/contract/sample.ts'
import { browserSession, consent } from '@thumbturn/service-harness/authorization-situations.ts'
import { startIdentityProvider, testClient } from '@thumbturn/service-harness/identity-provider.ts'
import {
  addMemberPasskey,
  admin,
  createAdminKey,
  inviteWith,
  memberToken,
  newMember,
  owner,
} from '@thumbturn/service-harness/members.ts'
import { newDirectory } from '@thumbturn/service-harness/scim.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'
import {
  addProvider,
  cookieHeader,
  newBrowser,
  redirectUri,
  signInAt,
  visitProvider,
} from '@thumbturn/service-harness/sso.ts'
import { deleteApplication } from '../../../src/core/use-cases/applications/delete.ts'
import { bodyOf, change, type ExampleChanges, type Prepare, signUpAda } from './world.ts'

/** The example of a call about `shop` that comes before another one, and what it returns. */
async function create(service: Service, path: string, body: object): Promise<{ id: string }> {
  const token = (await createAdminKey(service)).text
  return readBody(await service.post(`${admin}/applications/shop/${path}`, body, { token }))
}

const aboutAda: Prepare = async (service) => {
  const { passkeyId } = await signUpAda(service, 'shop')
  return { ids: { userId: exampleUserId, passkeyId } }
}

/** A user without a passkey. */
const aboutNewUser: Prepare = async (service) => {
  const { id: userId } = await create(service, 'users', bodyOf('admin', 'userCreate'))
  return { ids: { userId } }
}

const aboutConnector: Prepare = async (service) => {
  const { id } = await create(service, 'connectors', bodyOf('admin', 'connectorCreate'))
  return { ids: { connectorId: id } }
}

/** The group of the examples, with the user of the examples as its member. */
async function aboutGroup(service: Service): Promise<ExampleChanges> {
  await signUpAda(service, 'shop')
  const { id: groupId } = await create(service, 'groups', bodyOf('admin', 'groupCreate'))
  const token = (await createAdminKey(service)).text
  const body = { userIds: [exampleUserId] }
  readBody(await service.post(`${admin}/applications/shop/groups/${groupId}/members`, body, { token }), 204)
  return { ids: { groupId, userId: exampleUserId } }
}

/** The client of the examples. */
const aboutClient: Prepare = async (service) => {
  const { id: clientId } = await create(service, 'clients', bodyOf('admin', 'openidClientCreate'))
  return { ids: { clientId } }
}

/** The protected resource of the examples, which the query names. */
const aboutResource: Prepare = async (service) => {
  await create(service, 'resources', bodyOf('admin', 'resourceCreate'))
  return {}
}

/** A client with two secrets, of which the second can be retired. */
async function aboutSecret(service: Service): Promise<ExampleChanges> {
  const { id: clientId } = await create(service, 'clients', bodyOf('admin', 'openidClientCreate'))
  const { id: secretId } = await create(service, `clients/${clientId}/secrets`, {})
  return { ids: { clientId, secretId } }
}

/** The user of the examples, who signed in in a browser and allowed a client to read their profile. */
async function aboutBrowser(service: Service): Promise<ExampleChanges> {
  const { passkeyId } = await signUpAda(service, 'shop')
  const ofAda = { userId: exampleUserId, expiresAt: service.clock.now() + 60_000, lastUsedAt: service.clock.now() }
  const { id: clientId } = await create(service, 'clients', bodyOf('admin', 'openidClientCreate'))
  const session = browserSession('ada', { ...ofAda, passkeyId })
  const allowed = consent('ada', clientId, { userId: exampleUserId })
  assert.equal(await service.core.store.commit([{ addBrowserSession: session }, { addConsent: allowed }]), undefined)
  return { ids: { userId: exampleUserId, sessionId: session.id, clientId } }
}

const aboutMember: Prepare = async (service) => {
  await newMember(service)
  const { member, ask } = await newMember(service)
  const { sessions } = readBody<{ sessions: { id: string }[] }>(await ask('GET', `/members/${member.id}/sessions`))
  return { ids: { id: member.id, sessionId: sessions[0]!.id } }
}

const byMember: Prepare = async (service) => {
  const { cookie, csrfToken } = await newMember(service)
  return { headers: { cookie, 'x-csrf-token': csrfToken } }
}

/** A member with two passkeys, of which one can be removed. */
const aboutPasskey: Prepare = async (service) => {
  const dashboard = await newMember(service)
  await addMemberPasskey(service, dashboard)
  const { passkeys } = readBody<{ passkeys: { id: string }[] }>(
    await dashboard.ask('GET', `/members/${dashboard.member.id}/passkeys`),
  )
  return { ids: { id: dashboard.member.id, passkeyId: passkeys[1]!.id } }
}

const withInvitation: Prepare = async (service) => ({ body: { token: await inviteWith(service, [owner]) } })

/** Messages that the development outbox keeps. */
async function sendTestMessage(service: Service): Promise<ExampleChanges> {
  const { ask } = await newMember(service)
  const body = bodyOf('admin', 'messageTemplateTest')
  readBody(await ask('POST', '/applications/shop/message-templates/code/en-US/test', { body }))
  const { messages } = readBody<{ messages: { id: string }[] }>(await ask('GET', '/applications/shop/outbox'))
  return { ids: { messageId: messages[0]!.id } }
}

/** A running provider with the ID of the examples, to which the browser of a member can go. */
async function startProvider(service: Service) {
  const identityProvider = await startIdentityProvider({ redirectUris: [redirectUri('okta')] })
  await addProvider(await newMember(service), identityProvider, { id: 'okta' })
  return identityProvider
}

const withProvider: Prepare = async (service) => {
  const { close } = await startProvider(service)
  return { after: close }
}

/** A member who signs in with an account of the provider. */
async function aboutLinkedMember(service: Service): Promise<ExampleChanges> {
  const { close } = await startProvider(service)
  const { session } = await signInAt(service, 'okta')
  const token = (await createAdminKey(service)).text
  const { links } = readBody<{ links: { id: string }[] }>(
    await service.ask('GET', `${admin}/members/${session.member.id}/links`, { token }),
  )
  return { ids: { id: session.member.id, linkId: links[0]!.id }, after: close }
}

/** The version in the examples of `If-Match`. */
async function thirdVersion(service: Service): Promise<ExampleChanges> {
  await change(service, { maxPasskeys: 10 }, 'shop')
  return {}
}

/** The protected site of the examples. */
const aboutSite: Prepare = async (service) => {
  const { id } = await create(service, 'sites', bodyOf('admin', 'protectedSiteCreate'))
  return { ids: { siteId: id } }
}

/**
 * The preparations of each example of the administration API. Those without an entry are sent as they are, with an
 * admin key.
 */
export const preparations: Readonly<Record<string, Prepare>> = {
  userInvite: aboutNewUser,
  userDataExport: aboutAda,
  userShow: aboutAda,
  userChange: aboutAda,
  userDelete: aboutAda,
  userSignOut: aboutAda,
  userPasskeyRename: aboutAda,
  userPasskeyDelete: aboutAda,
  async apiKeyRevoke(service) {
    const body = bodyOf('admin', 'apiKeyCreate')
    return { ids: { keyId: (await create(service, 'api-keys', body)).id } }
  },
  async clientKeyRevoke(service) {
    const body = bodyOf('admin', 'clientKeyAdd')
    return { ids: { keyId: (await create(service, 'client-keys', body)).id } }
  },
  connectorGet: aboutConnector,
  connectorChange: aboutConnector,
  connectorDelete: aboutConnector,
  connectorPause: aboutConnector,
  connectorResume: aboutConnector,
  connectorTest: aboutConnector,
  connectorRotate: aboutConnector,
  deadLettersList: aboutConnector,
  deadLettersReplay: aboutConnector,
  deadLettersDiscard: aboutConnector,
  async directoryGroupMap(service) {
    const { id } = await (await newDirectory(service)).createGroup()
    return { ids: { groupId: id } }
  },
  openidClientsList: aboutClient,
  openidClientGet: aboutClient,
  openidClientChange: aboutClient,
  openidClientDelete: aboutClient,
  clientSecretAdd: aboutClient,
  clientSecretRetire: aboutSecret,
  resourcesList: aboutResource,
  resourceGet: aboutResource,
  resourceChange: aboutResource,
  resourceDelete: aboutResource,
  protectedSitesList: aboutSite,
  protectedSiteGet: aboutSite,
  protectedSiteChange: aboutSite,
  protectedSiteDelete: aboutSite,
  browserSessionsList: aboutBrowser,
  browserSessionEnd: aboutBrowser,
  consentsList: aboutBrowser,
  consentRevoke: aboutBrowser,
  groupsList: aboutGroup,
  groupShow: aboutGroup,
  groupChange: aboutGroup,
  groupDelete: aboutGroup,
  groupMembersList: aboutGroup,
  groupMembersAdd: aboutGroup,
  groupMemberRemove: aboutGroup,
  userProfileShow: aboutGroup,
  userProfileChange: aboutGroup,
  userGroupsSet: aboutGroup,
  async invitationCreate(service) {
    return byMember(service)
  },
  async invitationWithdraw(service) {
    const { ask } = await newMember(service)
    const { id } = readBody<{ id: string }>(
      await ask('POST', '/invitations', { body: bodyOf('admin', 'invitationCreate') }),
    )
    return { ids: { id } }
  },
  invitationLookUp: withInvitation,
  invitationAccept: withInvitation,
  installationShow: byMember,
  memberChange: aboutMember,
  memberRemove: aboutMember,
  memberSessionsList: aboutMember,
  memberSessionEnd: aboutMember,
  memberRename: aboutMember,
  memberPasskeysList: aboutMember,
  memberPasskeyGrant: byMember,
  memberPasskeyRename: aboutPasskey,
  memberPasskeyRemove: aboutPasskey,
  memberLinksList: aboutLinkedMember,
  memberLinkRemove: aboutLinkedMember,
  messageTemplateTest: byMember,
  outboxShow: sendTestMessage,
  async savedFilterDelete(service) {
    const body = bodyOf('admin', 'savedFilterSave')
    const { id } = await create(service, 'saved-filters', body)
    return { ids: { filterId: id } }
  },
  async signingKeyRetire(service) {
    const { ask } = await newMember(service)
    const path = '/applications/shop/signing-keys'
    readBody(await ask('POST', path))
    const { signingKeys } = readBody<{ signingKeys: { kid: string; state: string }[] }>(await ask('GET', path))
    return { ids: { kid: signingKeys.find(({ state }) => state === 'signing')!.kid } }
  },
  async applicationCreate({ core, clock }) {
    await deleteApplication(core, { id: 'shop', by: 'test', ifVersion: undefined })
    clock.advance(60_000)
    return {}
  },
  applicationDelete: thirdVersion,
  applicationChange: thirdVersion,
  usersImport: async () => ({ expected: { imported: 1, rejected: 0 } }),
  async ssoProviderChange(service) {
    const { issuer, close } = await startProvider(service)
    return { body: { discoveryUrl: issuer }, after: close }
  },
  ssoProviderDelete: withProvider,
  ssoProviderTest: withProvider,
  ssoStart: withProvider,
  async ssoComplete(service) {
    const { close } = await startProvider(service)
    const browser = newBrowser()
    const response = await visitProvider(service, browser, 'okta')
    return { body: { response }, headers: { cookie: cookieHeader(browser) }, after: close }
  },
  async sessionSso(service) {
    const sent = await byMember(service)
    return { ...sent, ...(await withProvider(service)) }
  },
  async ssoBackChannelLogout(service) {
    const identityProvider = await startProvider(service)
    identityProvider.subject = 'ada'
    await signInAt(service, 'okta')
    const iat = Math.floor(service.clock.now() / 1000)
    const logout_token = await identityProvider.sign({
      iss: identityProvider.issuer,
      aud: testClient.clientId,
      iat,
      exp: iat + 60,
      jti: 'once',
      sub: 'ada',
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    })
    return { body: { logout_token }, after: identityProvider.close }
  },
  async sessionCreate(service) {
    return { body: { token: await memberToken(service, await newMember(service)) } }
  },
  sessionShow: byMember,
  async sessionConfirm(service) {
    const member = await newMember(service)
    const headers = { cookie: member.cookie, 'x-csrf-token': member.csrfToken }
    return { headers, body: { token: await memberToken(service, member) } }
  },
  sessionEnd: byMember,
}
