import type { BrowserSession, DeviceKey, SessionClient } from './browser-session.ts'
import type { Client } from './client.ts'
import type { Consent } from './consent.ts'
import type { DeviceDecision } from './device-decision.ts'
import type { ClaimedNotice, LogoutNotice } from './logout-notice.ts'
import type { ProtectedResource } from './protected-resource.ts'

type OfUserById = { appId: string; userId: string; id: string }
type OfApplication = { appId: string; id: string }

/** The facts about OpenID clients, the resources that they ask for, and the browsers in which users sign in to them. */
export type AuthorizationFacts = {
  /** client_exists */
  addClient: Client
  /** Everything but id and createdAt, of the version that was read: client_changed. */
  changeClient: Client
  /** With its consents and refresh families; the sessions in which it was signed in to forget it: client_changed. */
  deleteClient: OfApplication
  /** resource_exists */
  addResource: ProtectedResource
  /** Everything but uri and createdAt, of the version that was read: resource_changed. */
  changeResource: ProtectedResource
  /** resource_changed */
  deleteResource: Pick<ProtectedResource, 'appId' | 'uri'>
  /** Keeps what is known about a client that is known by its document, of which users have consents. */
  putDocumentClient: Client
  /** Does nothing if a consent of another user depends on it, or if it was put again since it was read. */
  forgetDocumentClient: Pick<Client, 'appId' | 'id' | 'version'> & { userId: string }
  /** Requires the user, and the passkey if there is one: user_missing, passkey_missing (SQLite: user_missing for both). */
  addBrowserSession: BrowserSession
  /** The same user authenticated again in that browser: browser_session_missing, passkey_missing. */
  renewBrowserSession: Omit<BrowserSession, 'createdAt'>
  /** Binds a session to a device that isn't bound to one, and wasn't begun anew: browser_session_missing. */
  bindBrowserSession: Pick<BrowserSession, 'appId' | 'id' | 'keyHash'> & { deviceKey: DeviceKey }
  /** Records when and from where a session was used; does nothing if it has ended. */
  useBrowserSession: OfApplication & Pick<BrowserSession, 'address'> & { at: number }
  /** browser_session_missing */
  endBrowserSession: OfUserById
  /** Does nothing if the session has that client: browser_session_missing, client_missing (SQLite: user_missing for both). */
  addSessionClient: SessionClient
  /** Queues a logout token; where the application has too many, the rest is written without it. */
  queueLogout: LogoutNotice
  /** Requires that the notice is still this worker's: logout_missing. */
  finishLogout: ClaimedNotice
  /** Gives it back for another attempt: logout_missing. */
  postponeLogout: ClaimedNotice & { nextAt: number }
  /** The first consent of a user to a client: consent_exists, user_missing, client_missing (SQLite: user_missing for both). */
  addConsent: Consent
  /** Replaces the consent that was granted at that time: consent_missing. */
  extendConsent: Consent
  /** Records when the client got tokens; does nothing if the consent was revoked. */
  useConsent: Pick<Consent, 'appId' | 'userId' | 'clientId'> & { at: number }
  /** With the user's refresh families of that client: consent_missing. */
  revokeConsent: Pick<Consent, 'appId' | 'userId' | 'clientId'>

  /** The first decision about a code counts: device_decided, user_missing. */
  addDeviceDecision: DeviceDecision
  /** Once: device_decided. */
  useDeviceDecision: Pick<DeviceDecision, 'appId' | 'codeHash'> & { at: number }
}
