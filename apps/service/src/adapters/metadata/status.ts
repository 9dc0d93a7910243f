/** One report on a model (FIDO MDS §3.1.3, StatusReport), as far as we judge by it. */
export type StatusReport = {
  status: string
  /** YYYY-MM-DD; a report without one holds at once. */
  effectiveDate?: string
}

/** Reports after which attestations, keys or user verification of a model cannot be relied on. */
const condemning = new Set([
  'REVOKED',
  'USER_VERIFICATION_BYPASS',
  'ATTESTATION_KEY_COMPROMISE',
  'USER_KEY_REMOTE_COMPROMISE',
  'USER_KEY_PHYSICAL_COMPROMISE',
])

/**
 * The report that condemns a model today, or undefined for one in good standing.
 *
 * Reports count in the order of their effective dates, and among those of one day in the order of the list; future ones
 * do not count yet. A model stays condemned until a later report certifies it anew: UPDATE_AVAILABLE does not clear it,
 * because an assertion does not show whether its device was updated, and REVOKED is never cleared by another report.
 */
export function condemningReport(reports: readonly StatusReport[], at: number): string | undefined {
  let condemned: string | undefined
  for (const { status } of inOrder(reports, at)) {
    if (condemning.has(status)) condemned = condemned === 'REVOKED' ? condemned : status
    else if (status.startsWith('FIDO_CERTIFIED') && condemned !== 'REVOKED') condemned = undefined
  }
  return condemned
}

function inOrder(reports: readonly StatusReport[], at: number): StatusReport[] {
  // Where a day is missing or cannot be read, bad news holds from now on and good news from the beginning of time.
  const since = ({ status, effectiveDate = '' }: StatusReport) =>
    Date.parse(effectiveDate) || (condemning.has(status) ? at : 0)
  return reports.filter((report) => since(report) <= at).sort((a, b) => since(a) - since(b))
}
