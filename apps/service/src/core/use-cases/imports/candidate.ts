import type { UserRecord } from '@thumbturn/contract/vocabulary/user-records.ts'
import type { ImportedUser } from './imported-user.ts'

/** A line whose user could be imported as far as the line itself shows. */
export type Candidate = ImportedUser & { record: UserRecord; groupIds: readonly string[]; line: number }

/** The keys of the user's verified contacts, which become names. */
export const listContactKeys = ({ contacts }: Candidate): string[] =>
  contacts.filter(({ verifiedAt }) => verifiedAt !== undefined).map(({ addressKey }) => addressKey)
