import type { UserRecord } from '@thumbturn/contract/vocabulary/user-records.ts'
import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import { toUserRecord } from '../../model/exports/record.ts'
import type { Account } from '../../model/users/account.ts'
import { recordInAdvance } from '../audit/audit.ts'

/** Users in the order of their unique names, and where the next page begins, if there is one. */
export type ExportPage = { records: UserRecord[]; next: string | undefined }

/** Records an export in the audit log, before its first page is read. */
export const recordExport = (core: Core, { id: application }: Application): Promise<void> =>
  recordInAdvance(core, { action: 'users.exported', application })

/** Of users with many passkeys, a page has fewer. */
const mostPasskeys = 5_000
const perRead = 50
/** Lets other calls run between reads: on SQLite, a read doesn't wait for anything. */
const breatherMs = 1

/** A page of an application's users with everything that an import takes; `after` is '' at the start. */
export async function exportUsers(
  { store, pause }: Pick<Core, 'store' | 'pause'>,
  { id, rpId }: Application,
  { after, limit }: { after: string; limit: number },
): Promise<ExportPage> {
  const accounts: Account[] = []
  let passkeys = 0
  for (let from: string = after; ; from = accounts.at(-1)!.user.usernameKey) {
    const wanted = Math.min(perRead, limit - accounts.length)
    const found = await store.users.listAccounts(id, { after: from, limit: wanted + 1 })
    const read = found.slice(0, wanted)
    accounts.push(...read)
    passkeys += read.reduce((sum, account) => sum + account.passkeys.length, 0)
    const hasMore = found.length > wanted
    if (!hasMore || accounts.length >= limit || passkeys >= mostPasskeys) {
      const next = hasMore ? accounts.at(-1)?.user.usernameKey : undefined
      return { records: accounts.map((account) => toUserRecord(account, rpId)), next }
    }
    await pause(breatherMs, new AbortController().signal)
  }
}
