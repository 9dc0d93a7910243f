import type { CertificationLevel } from '@thumbturn/contract/vocabulary/certification.ts'

/** A report on a model (FIDO MDS §3.1.3, StatusReport), as far as it's used here. */
export type StatusReport = {
  status: string
  /** YYYY-MM-DD; a report without it takes effect immediately. */
  effectiveDate?: string
}

/** Reports after which attestations, keys, or user verification of a model aren't trustworthy. */
const compromisingStatuses = new Set([
  'REVOKED',
  'USER_VERIFICATION_BYPASS',
  'ATTESTATION_KEY_COMPROMISE',
  'USER_KEY_REMOTE_COMPROMISE',
  'USER_KEY_PHYSICAL_COMPROMISE',
])

/**
 * The report that makes a model compromised today; undefined for a model in good standing.
 * Reports are ordered by effective date, then by their order in the list; future ones don't count yet. A model stays
 * compromised until a later report certifies it again: UPDATE_AVAILABLE isn't enough, because an assertion doesn't show
 * whether its device was updated, and no report overrides REVOKED.
 */
export function findCompromiseReport(reports: readonly StatusReport[], at: number): string | undefined {
  let condemned: string | undefined
  for (const { status } of listEffectiveReports(reports, at)) {
    if (compromisingStatuses.has(status)) condemned = condemned === 'REVOKED' ? condemned : status
    else if (status.startsWith('FIDO_CERTIFIED') && condemned !== 'REVOKED') condemned = undefined
  }
  return condemned
}

/** Reports on certification, and the level that each says. FIDO_CERTIFIED is the name that level 1 had before there were others. */
const levels: Readonly<Record<string, CertificationLevel | undefined>> = {
  NOT_FIDO_CERTIFIED: undefined,
  SELF_ASSERTION_SUBMITTED: undefined,
  FIDO_CERTIFIED: 'L1',
  FIDO_CERTIFIED_L1: 'L1',
  FIDO_CERTIFIED_L1plus: 'L1+',
  FIDO_CERTIFIED_L2: 'L2',
  FIDO_CERTIFIED_L2plus: 'L2+',
  FIDO_CERTIFIED_L3: 'L3',
  FIDO_CERTIFIED_L3plus: 'L3+',
}

/**
 * The level that the latest effective report on certification says; undefined for a model that isn't certified, or is
 * compromised.
 */
export function findCertification(reports: readonly StatusReport[], at: number): CertificationLevel | undefined {
  if (findCompromiseReport(reports, at) !== undefined) return undefined
  const latest = listEffectiveReports(reports, at).findLast(({ status }) => Object.hasOwn(levels, status))
  return latest && levels[latest.status]
}

/** The reports that are in effect, oldest first. */
export function listEffectiveReports(reports: readonly StatusReport[], at: number): StatusReport[] {
  // If a date is missing or invalid, a negative report takes effect now and a positive one from the beginning.
  const since = ({ status, effectiveDate = '' }: StatusReport) =>
    Date.parse(effectiveDate) || (compromisingStatuses.has(status) ? at : 0)
  return reports.filter((report) => since(report) <= at).sort((a, b) => since(a) - since(b))
}
