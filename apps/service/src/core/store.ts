import type { BlacklistStore } from './aaguids/blacklist.ts'
import type { AccessCodeStore } from './access-codes/access-code.ts'
import type { ApiKeyStore } from './applications/api-key.ts'
import type { ApplicationStore } from './applications/application.ts'
import type { ApplicationDeletions } from './applications/deletion.ts'
import type { ClientKeyStore } from './clients/client-key.ts'
import type { CodeStore } from './codes/code.ts'
import type { ContactStore } from './contacts/contact.ts'
import type { CredentialStore } from './credentials/credential.ts'
import type { DeviceStore } from './devices/device.ts'
import type { EventStore } from './events/event.ts'
import type { FailureStore } from './failures/failure.ts'
import type { LimitStore } from './limits/limit.ts'
import type { MessageCountStore } from './messages/limits.ts'
import type { MessageStore } from './messages/message.ts'
import type { OutboxStore } from './messages/outbox.ts'
import type { MfaStore, RefreshStore } from './mfa/record.ts'
import type { PasskeyStore } from './passkeys/passkey.ts'
import type { TransactionStore } from './transactions/transaction.ts'
import type { UserStore } from './users/user.ts'
import type { SpentSessionStore } from './watermark.ts'

/** Facts about the installation as a whole, by name. */
export type InstallationStore = {
  find(name: string): Promise<string | undefined>
  /** Does nothing if there is a value already. */
  add(name: string, value: string): Promise<void>
  /** Does nothing if the value is not `from`. */
  replace(name: string, change: { from: string; to: string }): Promise<void>
}

/** Everything that is remembered, one member a noun. */
export type Store = {
  applications: ApplicationStore
  deletions: ApplicationDeletions
  apiKeys: ApiKeyStore
  users: UserStore
  passkeys: PasskeyStore
  devices: DeviceStore
  events: EventStore
  blacklist: BlacklistStore
  transactions: TransactionStore
  messages: MessageStore
  messageCounts: MessageCountStore
  outbox: OutboxStore
  limits: LimitStore
  contacts: ContactStore
  codes: CodeStore
  failures: FailureStore
  clientKeys: ClientKeyStore
  credentials: CredentialStore
  accessCodes: AccessCodeStore
  mfa: MfaStore
  spentSessions: SpentSessionStore
  refresh: RefreshStore
  installation: InstallationStore
  /** Throws when the database cannot answer. */
  ping(): Promise<void>
  /** @throws Outage: nothing can be written, or the disk is almost full */
  checkWrite(): Promise<void>
  /** Forgets what is worth nothing any more, as its life ended before `now` (milliseconds); returns how many rows. */
  forgetExpired(now: number): Promise<number>
  close(): Promise<void>
}
