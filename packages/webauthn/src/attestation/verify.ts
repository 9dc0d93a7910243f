import type { CborMap, CborValue } from '../cbor/decode.ts'
import { reject } from '../errors.ts'
import type { FullPolicy, RegistrationPolicy } from '../policy.ts'
import { verifyAndroidKey } from './android-key.ts'
import { verifyApple } from './apple.ts'
import { attestCompound } from './compound.ts'
import { verifyFidoU2f } from './fido-u2f.ts'
import { verifyNone } from './none.ts'
import { verifyPacked } from './packed.ts'
import type { Outcome } from './statement.ts'
import { requireMap, type StatementInput, type Verdict } from './statement.ts'
import { verifyTpm } from './tpm/tpm.ts'
import { judgeTrust } from './trust.ts'

type Procedure = (statement: CborMap, attested: StatementInput) => Verdict

const procedures: ReadonlyMap<string, Procedure> = new Map<string, Procedure>([
  ['none', verifyNone],
  ['packed', verifyPacked],
  ['tpm', verifyTpm],
  ['android-key', verifyAndroidKey],
  ['apple', verifyApple],
  ['fido-u2f', verifyFidoU2f],
])

type Statement = { format: string; statement: CborValue }

/**
 * Verifies the statement of an attestation object, unless the policy ignores it: then it counts as none, whatever it is.
 * @throws WebAuthnError attestation_format, cbor, attestation, trust
 */
export function judgeAttestation(
  { format, statement }: Statement,
  attested: StatementInput,
): Outcome & { format: string } {
  if (attested.policy.attestation !== 'ignore') return { ...attest({ format, statement }, attested), format }
  if (format === 'none') verifyNone(requireMap(statement))
  const trusted = judgeTrust({ type: 'none' }, 'none', attested)
  return { type: 'none', trustPath: [], trusted, format: 'none' }
}

/** Finds the format's procedure (case-sensitive, #sctn-attstn-fmt-ids), verifies the statement, and checks trust. */
function attest({ format, statement }: Statement, attested: StatementInput): Outcome {
  if (format === 'compound' && attested.policy.compound) return attestCompound(statement, attested, attest)
  const verify = findProcedure(format, attested.policy)
  const verdict = verify(requireMap(statement), attested)
  const trusted = judgeTrust(verdict, format, attested)
  return { type: verdict.type, trustPath: 'x5c' in verdict ? verdict.x5c : [], trusted }
}

function findProcedure(format: string, { formats }: FullPolicy<RegistrationPolicy>): Procedure {
  const procedure = formats.includes(format) ? procedures.get(format) : undefined
  if (!procedure) reject('attestation_format', 'unsupported attestation format')
  return procedure
}
