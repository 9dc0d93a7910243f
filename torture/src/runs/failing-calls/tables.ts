/** Rows as JSON, by table. */
export type Tables = Record<string, string[]>

/**
 * The changes that a failed request can make: attempts are counted before they are judged, and the session of a member is used. The
 * facts about the installation are bookkeeping, such as the version of its members, and so is the time until which spent values
 * were deleted.
 */
const countingTables = new Set(['rate_limits', 'failures', 'member_sessions', 'installation', 'watermarks'])
/** Of these tables, only columns that count. */
const countingColumns: Readonly<Record<string, readonly string[]>> = {
  codes: ['attempts'],
  browser_sessions: ['last_used_at', 'address'],
}

/** The event that attempts were used up is part of counting them. */
const countingEvent = /"type":"fido2\.otp\.exhausted"/

/** Before anything else, the first generation spends the token with which a backend signed the request. */
const isSpentFirst = (route: string, table: string) =>
  table === 'spent_sessions' && !/ \/(?:fido2|admin|scim)\//.test(route)

/**
 * Effects that reach others are recorded before they begin: an attempt to export users or what is stored about one, or to send a
 * test, leaves an entry, even if it fails. A test message is counted first, too, as an attempt to send.
 */
const isRecordedFirst = (route: string, table: string) =>
  (table === 'audit_entries' &&
    /\/(?:users\/(?:import|export|:userId\/data)|(?:connectors|message-templates)\/.+\/test)$/.test(route)) ||
  (table === 'message_counts' && /\/message-templates\/.+\/test$/.test(route))

/** A ceremony that is rejected as its authenticator is blocked is recorded and spent. */
const rejection = /"type":"fido2\.passkey\.(?:reg|auth)\.aaguid\.blocked"/
const spentByRejection = new Set(['spent_sessions', 'events'])

/** Whether the only events of a request say that it was rejected. */
function isRejection(before: Tables | undefined, after: Tables): boolean {
  const known = new Set(before?.events)
  const added = (after.events ?? []).filter((row) => !known.has(row))
  return added.length > 0 && added.every((row) => rejection.test(row))
}

/** The tables that a request has changed, besides what it may. */
export const listChanges = (route: string, before: readonly Tables[], after: readonly Tables[]): string[] =>
  after.flatMap((tables, at) =>
    Object.keys(tables).filter(
      (table) =>
        !countingTables.has(table) &&
        !(spentByRejection.has(table) && isRejection(before[at], tables)) &&
        !isSpentFirst(route, table) &&
        !isRecordedFirst(route, table) &&
        toText(table, tables[table]) !== toText(table, before[at]?.[table]),
    ),
  )

function toText(table: string, rows: readonly string[] = []): string {
  const ignored = countingColumns[table]
  if (table === 'events') return rows.filter((row) => !countingEvent.test(row)).join('\n')
  return (ignored ? rows.map((row) => withoutColumns(row, ignored)) : rows).join('\n')
}

function withoutColumns(row: string, names: readonly string[]): string {
  const columns = Object.entries(JSON.parse(row) as object)
  return JSON.stringify(columns.filter(([name]) => !names.includes(name)))
}
