import type { browserSessionRoutes } from '@thumbturn/contract/admin/browser-sessions.ts'
import type { Core } from '../../core/core.ts'
import type { BrowserSession } from '../../core/model/authorization/browser-session.ts'
import type { Consent } from '../../core/model/authorization/consent.ts'
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
      consents: consents.map(({ clientId, clientName, scopes, resources, resourceScopes, grantedAt, updatedAt }) => ({
        clientId,
        clientName,
        scopes: [...scopes],
        resources: [...resources],
        resourceScopes: copyLists(resourceScopes),
        grantedAt: timestamp(grantedAt),
        updatedAt: timestamp(updatedAt),
      })),
    }
  },
  async consentRevoke({ params }, { core }) {
    await revokeConsent(core, await findTarget(core, params), params.clientId)
    return undefined
  },
} satisfies HandlersOf<typeof browserSessionRoutes>
