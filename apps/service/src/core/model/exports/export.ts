import type { UserRecord } from '@thumbturn/contract/vocabulary/user-records.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../applications/application.ts'
import { recordInAdvance } from '../audit/audit.ts'
import { toUserRecord } from './record.ts'

/** Users in the order of their unique names, and where the next page begins, if there is one. */
export type ExportPage = { records: UserRecord[]; next: string | undefined }

/** Records an export in the audit log, before its first page is read. */
export const recordExport = (core: Core, { id: application }: Application): Promise<void> =>
  recordInAdvance(core, { action: 'users.exported', application })

/** A page of an application's users with everything that an import takes; `after` is '' at the start. */
export async function exportUsers(
  { store }: Core,
  { id, rpId }: Application,
  { after, limit }: { after: string; limit: number },
): Promise<ExportPage> {
  const found = await store.users.listAccounts(id, { after, limit: limit + 1 })
  const accounts = found.slice(0, limit)
  const next = found.length > limit ? accounts.at(-1)?.user.usernameKey : undefined
  return { records: accounts.map((account) => toUserRecord(account, rpId)), next }
}
