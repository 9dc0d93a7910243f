import type { GrantType } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import type { BrowserSession, SessionClient } from '../../model/authorization/browser-session.ts'
import type { Client } from '../../model/authorization/client.ts'
import type { Consent } from '../../model/authorization/consent.ts'
import type { DeviceDecision } from '../../model/authorization/device-decision.ts'
import type { ProtectedResource } from '../../model/authorization/protected-resource.ts'
import type { User } from '../../model/users/user.ts'

/** A client's ID, and when it was created. */
export type ClientAge = Pick<Client, 'id' | 'createdAt'>

/** Reads the OAuth clients of applications. */
export interface OpenidClientStore {
  find(client: { appId: string; clientId: string }): Promise<Client | undefined>
  /** In the order of their names. */
  list(appId: string): Promise<Client[]>
  /** Those with a grant type, in no order. */
  listByGrantType(grant: { appId: string; grantType: GrantType }): Promise<ClientAge[]>
  /** Deletes what users have at a client, which can be much, batch after batch: refresh families, consents, places in sessions. */
  clear(client: { appId: string; clientId: string }): Promise<void>
}

/** A session with its user, as they are now. */
export type OpenedBrowserSession = { session: BrowserSession; user: User }

/** Reads the browser sessions of users. Those whose user is inactive, or was signed out since, have ended. */
export interface BrowserSessionStore {
  /** One read. The session may have expired; its key must be compared. */
  find(session: { appId: string; id: string }): Promise<OpenedBrowserSession | undefined>
  /** Two hundred at most, the last used one first, expired ones too. */
  list(user: { appId: string; userId: string }): Promise<BrowserSession[]>
  /** The clients that were signed in to from the session. */
  listClients(session: { appId: string; id: string }): Promise<SessionClient[]>
  /** Whether a client was signed in to from a session that it knows by this name, and that is still stored. */
  hasClient(client: { appId: string; sid: string }): Promise<boolean>
  /** The same for the sessions of a user, two hundred at most, those of the session that was used last first. */
  listClientsOfUser(user: { appId: string; userId: string }): Promise<SessionClient[]>
}

/** Reads what users have allowed clients to do. */
export interface ConsentStore {
  find(consent: { appId: string; userId: string; clientId: string }): Promise<Consent | undefined>
  /** With the names of the clients, the latest first. */
  list(user: { appId: string; userId: string }): Promise<(Consent & { clientName: string })[]>
}

/** Reads what users decided about devices that show a code. */
export interface DeviceDecisionStore {
  find(code: { appId: string; codeHash: string }): Promise<DeviceDecision | undefined>
}

/** Reads the protected resources of applications. */
export interface ProtectedResourceStore {
  /** The one that is registered in one of these forms; the first one in their order if there are two. */
  find(resource: { appId: string; forms: readonly [string, ...string[]] }): Promise<ProtectedResource | undefined>
  /** In the order of their names. */
  list(appId: string): Promise<ProtectedResource[]>
}
