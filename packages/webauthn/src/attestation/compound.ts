import type { CborValue } from '../cbor/decode.ts'
import { reject, WebAuthnError } from '../errors.ts'
import type { Attested, Outcome } from './statement.ts'

/** One of the nested statements. */
type Part = { format: string; statement: CborValue }

/**
 * #sctn-compound-attestation: two or more statements, none of them compound. Each is verified on its own; the policy
 * says whether all must succeed or one is enough. A statement proven by a trust anchor takes precedence.
 * @throws WebAuthnError attestation, trust, and the reasons of the nested statements
 */
export function attestCompound(
  statement: CborValue,
  attested: Attested,
  attest: (part: Part, attested: Attested) => Outcome,
): Outcome {
  if (!Array.isArray(statement)) reject('attestation', 'a compound statement must be an array')
  const parts = statement.map(readPart)
  if (parts.length < 2) reject('attestation', 'a compound statement must have at least two parts')
  const outcomes =
    attested.policy.compoundRule === 'any'
      ? collectSuccesses(parts, (part) => attest(part, attested))
      : parts.map((part) => attest(part, attested))
  return outcomes.find(({ trusted }) => trusted) ?? outcomes[0]!
}

function readPart(part: CborValue): Part {
  const format = part instanceof Map ? part.get('fmt') : undefined
  if (!(part instanceof Map) || typeof format !== 'string') reject('attestation', 'a part of the statement has no fmt')
  if (format === 'compound') reject('attestation', 'a compound statement inside a compound statement')
  if (part.size !== 2 || !part.has('attStmt')) reject('attestation', 'a part of the statement is not fmt and attStmt')
  return { format, statement: part.get('attStmt') }
}

function collectSuccesses(parts: Part[], attest: (part: Part) => Outcome): Outcome[] {
  const outcomes: Outcome[] = []
  let firstError: unknown
  for (const part of parts) {
    try {
      outcomes.push(attest(part))
    } catch (error) {
      if (!(error instanceof WebAuthnError)) throw error
      firstError ??= error
    }
  }
  if (outcomes.length === 0) throw firstError
  return outcomes
}
