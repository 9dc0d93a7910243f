import type { ApplicationDeletions } from '../model/applications/deletion.ts'
import type { Conflict, Write } from '../writes.ts'
import type { ChangeListener, Listening } from './changes.ts'
import type { AccessCodeStore } from './stores/access-codes.ts'
import type { ApiKeyStore } from './stores/api-keys.ts'
import type { ApplicationStore } from './stores/applications.ts'
import type { AuditStore } from './stores/audit.ts'
import type {
  BrowserSessionStore,
  ConsentStore,
  DeviceDecisionStore,
  OpenidClientStore,
  ProtectedResourceStore,
} from './stores/authorization.ts'
import type { BlacklistStore } from './stores/blacklist.ts'
import type { ClientKeyStore } from './stores/client-keys.ts'
import type { CodeStore } from './stores/codes.ts'
import type { ConnectorStore } from './stores/connectors.ts'
import type { ContactStore } from './stores/contacts.ts'
import type { CredentialStore } from './stores/credentials.ts'
import type { DeviceStore } from './stores/devices.ts'
import type { DirectoryStore } from './stores/directory.ts'
import type { EventStore } from './stores/events.ts'
import type { FailureStore } from './stores/failures.ts'
import type { GroupStore } from './stores/groups.ts'
import type { LimitStore } from './stores/limits.ts'
import type { LogoutNoticeStore } from './stores/logout-notices.ts'
import type { MemberStore } from './stores/members.ts'
import type { MessageCountStore } from './stores/message-counts.ts'
import type { MessageTemplateStore } from './stores/message-templates.ts'
import type { MessageStore } from './stores/messages.ts'
import type { MfaStore, RefreshStore } from './stores/mfa.ts'
import type { OutboxStore } from './stores/outbox.ts'
import type { PasskeyStore } from './stores/passkeys.ts'
import type { ProfileStore } from './stores/profiles.ts'
import type { ProtectedSiteStore } from './stores/protected-sites.ts'
import type { RollUpStore } from './stores/roll-ups.ts'
import type { SavedFilterStore } from './stores/saved-filters.ts'
import type { SearchIndexStore } from './stores/search-index.ts'
import type { SpentSessionStore } from './stores/spent-sessions.ts'
import type { SsoStore } from './stores/sso.ts'
import type { TransactionStore } from './stores/transactions.ts'
import type { UserStore } from './stores/users.ts'

/** Facts about the installation as a whole, by name. */
export type InstallationStore = {
  find(name: string): Promise<string | undefined>
  /** Does nothing if there is a value already. */
  add(name: string, value: string): Promise<void>
  /** Does nothing if the value is not `from`; returns whether it was. */
  replace(name: string, change: { from: string; to: string }): Promise<boolean>
}

/**
 * The work that waits for the database right now: batches (SQLite), or statements without a connection (PostgreSQL).
 * `waitMs`: about how long another one would wait, in milliseconds.
 */
export type StoreLoad = { waiting: number; waitMs: number; connections?: { idle: number; busy: number } }

/** The running database software. */
export type DatabaseVersion = { name: 'SQLite' | 'PostgreSQL'; version: string }

/**
 * The connections of the database server: how many it has at most for all roles, how many are open, and how many nodes of this
 * installation are running, as far as they listen for changes.
 */
export type DatabaseConnections = { most: number; used: number; nodes: number }

/** How far a replica is behind, in milliseconds, and why it isn't read, if it isn't. */
export type ReplicaState = { lagMs?: number; problem?: string }

/** Everything that is stored: one way to write, and the reads of each noun. */
export type Store = {
  /**
   * Writes all facts in their order or, with a conflict, none of them. They are on disk when it resolves. Otherwise,
   * only calls that return their result write (`codes.take`, `messages.claim`, `limits.take`, …), and what keeps the
   * tables small.
   */
  commit(writes: readonly Write[]): Promise<Conflict | undefined>
  applications: ApplicationStore
  deletions: ApplicationDeletions
  apiKeys: ApiKeyStore
  users: UserStore
  searchIndex: SearchIndexStore
  passkeys: PasskeyStore
  devices: DeviceStore
  directory: DirectoryStore
  events: EventStore
  rollUps: RollUpStore
  audit: AuditStore
  savedFilters: SavedFilterStore
  connectors: ConnectorStore
  blacklist: BlacklistStore
  transactions: TransactionStore
  members: MemberStore
  sso: SsoStore
  messages: MessageStore
  messageCounts: MessageCountStore
  messageTemplates: MessageTemplateStore
  outbox: OutboxStore
  limits: LimitStore
  contacts: ContactStore
  codes: CodeStore
  failures: FailureStore
  clientKeys: ClientKeyStore
  openidClients: OpenidClientStore
  browserSessions: BrowserSessionStore
  logoutNotices: LogoutNoticeStore
  consents: ConsentStore
  protectedSites: ProtectedSiteStore
  deviceDecisions: DeviceDecisionStore
  protectedResources: ProtectedResourceStore
  profiles: ProfileStore
  groups: GroupStore
  credentials: CredentialStore
  accessCodes: AccessCodeStore
  mfa: MfaStore
  spentSessions: SpentSessionStore
  refresh: RefreshStore
  installation: InstallationStore
  /** Listens for changes of applications that any node commits; undefined if the database never announces them. */
  listen(listener: ChangeListener): Listening | undefined
  /** The same store, whose reads can be seconds old, as they come from a replica while that is usable. */
  replica?: { store: Store; state(): Promise<ReplicaState> }
  load(): StoreLoad
  version(): Promise<DatabaseVersion>
  /** Undefined if there is no database server. */
  countConnections(): Promise<DatabaseConnections | undefined>
  /** Throws when the database does not respond. */
  ping(): Promise<void>
  /** @throws Outage: nothing can be written, or the disk is almost full */
  checkWrite(): Promise<void>
  /** Deletes what expired before `now` (milliseconds); returns how many rows. */
  forgetExpired(now: number): Promise<number>
  /** Brings the database file up to date, so that a copy of it alone misses at most what was written since. */
  checkpoint(): Promise<void>
  /** Prepares what wasn't needed yet, bit by bit between calls, so that no later call waits for it. */
  warmUp(): Promise<void>
  close(): Promise<void>
}
