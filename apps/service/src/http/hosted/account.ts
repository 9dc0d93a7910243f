import type { accountPageRoutes } from '@thumbturn/contract/hosted/account.ts'
import { forbidden, unauthorized } from '../../core/errors.ts'
import { verifyFreshSignIn } from '../../core/flows/authorization/fresh-sign-in.ts'
import { endSession } from '../../core/flows/authorization/sign-in-browser.ts'
import type { BrowserSession } from '../../core/model/authorization/browser-session.ts'
import type { Consent } from '../../core/model/authorization/consent.ts'
import { nameClient } from '../../core/model/authorization/document-client.ts'
import type { ProtectedResource } from '../../core/model/authorization/protected-resource.ts'
import { type Contact, type ContactKind, findVerifiedContact } from '../../core/model/contacts/contact.ts'
import type { ProfileFields } from '../../core/model/users/profile.ts'
import type { OpenedBrowserSession } from '../../core/ports/stores/authorization.ts'
import {
  endBrowserSession,
  listBrowserSessions,
  listConsents,
  revokeConsent,
} from '../../core/use-cases/browser-sessions/manage.ts'
import { formatDeviceName } from '../../core/use-cases/devices/identify.ts'
import { exportOwnData } from '../../core/use-cases/exports/own-data.ts'
import { listPasskeys } from '../../core/use-cases/passkeys/change.ts'
import { deleteUser } from '../../core/use-cases/users/manage.ts'
import { changeProfile, describeUser } from '../../core/use-cases/users/profile.ts'
import { removeBrowserCookie } from '../browser-cookie.ts'
import type { HandlersOf } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'
import { listed } from '../listed-passkey.ts'
import { timestamp } from '../timestamp.ts'
import { toResource } from './requests.ts'
import { type PageCall, requireSession, toPageCall } from './session.ts'

/** The account as its user sees and changes it. */
export const account = {
  async accountShow(_, call) {
    const page = toPageCall(call)
    return describeAccount(page, await requireSession(page))
  },
  async profileChange({ body }, call) {
    const page = toPageCall(call)
    const { user } = await requireSession(page)
    return toOwnProfile(await changeProfile(page.core, toManagedUser(page, user.id), body))
  },
  async accountSessionEnd({ params: { id } }, call) {
    const page = toPageCall(call)
    const { session, user } = await requireSession(page)
    if (id === session.id) await endSession(page.core, page.application, session)
    else await endBrowserSession(page.core, { application: page.application, userId: user.id }, id)
    return id === session.id ? signedOut(page) : undefined
  },
  async programRevoke({ params: { clientId } }, call) {
    const page = toPageCall(call)
    const { user } = await requireSession(page)
    await revokeConsent(page.core, { application: page.application, userId: user.id }, clientId)
    return undefined
  },
  async accountExport({ body: { token } }, call) {
    const page = toPageCall(call)
    const userId = await confirmUser(page, token)
    return { ...(await exportOwnData(page.core, page.application, userId)) }
  },
  async accountDelete({ body: { token } }, call) {
    const page = toPageCall(call)
    if (!page.application.settings.hostedDeletion) throw forbidden('Users can’t delete their account here')
    const userId = await confirmUser(page, token)
    await deleteUser(page.core, toManagedUser(page, userId))
    return signedOut(page)
  },
} satisfies HandlersOf<typeof accountPageRoutes>

const signedOut = ({ core, application }: PageCall) =>
  new CustomResponse(undefined, { 'set-cookie': removeBrowserCookie(application, core.baseUrl) })

/**
 * The user of the session, who has just signed in with a passkey: a browser that was left open is not enough. The token works once.
 * @throws AppError unauthorized
 */
async function confirmUser(page: PageCall, token: string): Promise<string> {
  const { core, application } = page
  const { user } = await requireSession(page)
  const signIn = await verifyFreshSignIn(core, application, token)
  if (signIn.user.id !== user.id) throw unauthorized('The token is not valid', 'it belongs to another user')
  if (signIn.codeMethods) throw unauthorized('The token is not valid', 'it is not from a sign-in with a passkey')
  if (await core.store.commit([{ spendNonce: signIn.spent }]))
    throw unauthorized('The token was already used: sign in with the passkey again')
  return user.id
}

const toManagedUser = ({ application }: PageCall, userId: string) => ({
  backend: { application, keyId: undefined },
  userId,
})

const toOwnProfile = ({ picture: _, ...own }: ProfileFields) => own

async function describeAccount(page: PageCall, { user, session }: OpenedBrowserSession) {
  const { core, application } = page
  const of = { application, userId: user.id }
  const [contacts, passkeys, sessions, consents, { profile }] = await Promise.all([
    core.store.contacts.listByUser(application.id, user.id),
    listPasskeys(core, of),
    listBrowserSessions(core, of),
    listConsents(core, of),
    describeUser(core, toManagedUser(page, user.id)),
  ])
  const { id, username, displayName } = user
  return {
    user: { id, username, name: displayName === username ? undefined : displayName },
    profile: toOwnProfile(profile),
    contacts: { email: toContact(contacts, 'email'), phone: toContact(contacts, 'phone') },
    passkeys: passkeys.map((passkey) => listed(passkey, core.providers)).reverse(),
    sessions: sessions.map((one) => toBrowser(page, one, one.id === session.id)),
    programs: await describePrograms(page, consents),
  }
}

async function describePrograms(
  { core, application }: PageCall,
  consents: readonly (Consent & { clientName: string })[],
) {
  const hasResources = consents.some(({ resources }) => resources.length > 0)
  const registered = hasResources ? await core.store.protectedResources.list(application.id) : []
  return consents.map(({ clientId, clientName, scopes, grantedAt, lastUsedAt, ...consent }) => ({
    clientId,
    ...nameClient({ id: clientId, name: clientName }),
    scopes: [...scopes],
    resources: consent.resources.map((uri) => toAllowed(uri, consent, registered)),
    grantedAt: timestamp(grantedAt),
    lastUsedAt: lastUsedAt === undefined ? undefined : timestamp(lastUsedAt),
  }))
}

function toAllowed(
  uri: string,
  { resourceScopes }: Pick<Consent, 'resourceScopes'>,
  all: readonly ProtectedResource[],
) {
  const registered = all.find((resource) => resource.uri === uri)
  const scopes = (resourceScopes[uri] ?? []).map((name) => ({ name, isNew: false }))
  const { name, host, scopes: described } = toResource({ uri, registered, scopes })
  return { name, host, scopes: described.map(({ description }) => description) }
}

/** The primary contact of a kind; one that waits for its code only if there is no other. */
function toContact(contacts: readonly Contact[], kind: ContactKind) {
  const found = findVerifiedContact(contacts, kind) ?? contacts.find((contact) => contact.kind === kind)
  return found && { address: found.address, isVerified: found.verifiedAt !== undefined }
}

function toBrowser({ core }: PageCall, session: BrowserSession, isCurrent: boolean) {
  const { id, address, userAgent, createdAt, lastUsedAt } = session
  return {
    id,
    isCurrent,
    browser: formatDeviceName(core.userAgents.read(userAgent ?? '')),
    address,
    createdAt: timestamp(createdAt),
    lastUsedAt: timestamp(lastUsedAt),
  }
}
