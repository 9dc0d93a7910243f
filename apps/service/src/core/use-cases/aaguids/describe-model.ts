import type { Core } from '../../core.ts'

/** Describes a model by the FIDO metadata, for an event; undefined if it doesn't list it. */
export function describeStatement({ metadata }: Pick<Core, 'metadata'>, aaguid: string) {
  const statement = metadata.findStatement(aaguid)
  if (!statement) return undefined
  const { certification, keyProtection, status, report } = statement
  return {
    certification: certification ?? 'none',
    keyProtection: keyProtection.join(' '),
    modelStatus: report ?? status,
  }
}

/** The same with whether a trusted attestation proves the model. */
export const describeModel = (
  core: Pick<Core, 'metadata'>,
  { aaguid, trusted }: { aaguid: string; trusted: boolean },
) => ({ attested: trusted, ...describeStatement(core, aaguid) })
