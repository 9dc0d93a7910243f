import type { browserSessionRoutes } from '@thumbturn/contract/admin/browser-sessions.ts'
import type { Core } from '../../core/core.ts'
import type { BrowserSession } from '../../core/model/authorization/browser-session.ts'
import type { Consent } from '../../core/model/authorization/consent.ts'
import { nameClient } from '../../core/model/authorization/document-client.ts'
import {
  endBrowserSession,
  listBrowserSessions,
  listConsents,
  revokeConsent,
} from '../../core/use-cases/browser-sessions/manage.ts'
import type { HandlersOf } from '../call.ts'
import { timestamp } from '../timestamp.ts'
import { administered } from './administered.ts'

const toSession = ({ id, amr, passkeyId, address, userAgent, ...times }: BrowserSession) => ({
  id,
  createdAt: timestamp(times.createdAt),
  authenticatedAt: timestamp(times.authenticatedAt),
  lastUsedAt: timestamp(times.lastUsedAt),
  expiresAt: timestamp(times.expiresAt),
  amr: [...amr],
  passkeyId,
  address,
  userAgent,
})

const copyLists = (lists: Consent['resourceScopes']) =>
  Object.fromEntries(Object.entries(lists).map(([uri, scopes]) => [uri, [...scopes]]))

function toConsent({ clientId, clientName, ...consent }: Consent & { clientName: string }) {
  const { name, claimedName } = nameClient({ id: clientId, name: clientName })
  return {
    clientId,
    clientName: name,
    claimedName,
    scopes: [...consent.scopes],
    resources: [...consent.resources],
    resourceScopes: copyLists(consent.resourceScopes),
    grantedAt: timestamp(consent.grantedAt),
    updatedAt: timestamp(consent.updatedAt),
    lastUsedAt: consent.lastUsedAt === undefined ? undefined : timestamp(consent.lastUsedAt),
  }
}

const findTarget = async (core: Core, { id, userId }: { id: string; userId: string }) => ({
  application: await administered(core, id),
  userId,
})

export const browserSessions = {
  async browserSessionsList({ params }, { core }) {
    const sessions = await listBrowserSessions(core, await findTarget(core, params))
    return { sessions: sessions.map(toSession) }
  },
  async browserSessionEnd({ params }, { core }) {
    await endBrowserSession(core, await findTarget(core, params), params.sessionId)
    return undefined
  },
  async consentsList({ params }, { core }) {
    const consents = await listConsents(core, await findTarget(core, params))
    return {
      consents: consents.map(toConsent),
    }
  },
  async consentRevoke({ params }, { core }) {
    await revokeConsent(core, await findTarget(core, params), params.clientId)
    return undefined
  },
} satisfies HandlersOf<typeof browserSessionRoutes>
