import type { Core } from '../../core/core.ts'

/** The model's entry in the FIDO metadata; undefined if it doesn't list it. */
export function findModelMetadata({ metadata }: Pick<Core, 'metadata'>, aaguid: string) {
  const statement = metadata.findStatement(aaguid)
  if (!statement) return undefined
  const { certification, keyProtection, status, report, reports } = statement
  return {
    certification,
    keyProtection: [...keyProtection],
    status,
    report,
    reports: reports.map(({ status, effectiveDate }) => ({ status, effectiveDate })),
  }
}
