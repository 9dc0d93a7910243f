import type { CborValue } from '../cbor/decode.ts'
import { refuse, WebAuthnError } from '../refusal.ts'
import type { Attested, Outcome } from './statement.ts'

/** One of the statements inside. */
type Part = { format: string; statement: CborValue }

/**
 * #sctn-compound-attestation: two statements or more, none of them compound. Each is verified and judged by itself;
 * the policy says whether all must succeed or one is enough. What a trust anchor proves wins over what none proves.
 * @throws WebAuthnError attestation, trust and whatever the parts are refused for
 */
export function attestCompound(
  statement: CborValue,
  attested: Attested,
  attest: (part: Part, attested: Attested) => Outcome,
): Outcome {
  if (!Array.isArray(statement)) refuse('attestation', 'a compound statement is an array')
  const parts = statement.map(readPart)
  if (parts.length < 2) refuse('attestation', 'a compound statement has two parts or more')
  const outcomes =
    attested.policy.compoundRule === 'any'
      ? collectSuccesses(parts, (part) => attest(part, attested))
      : parts.map((part) => attest(part, attested))
  return outcomes.find(({ trusted }) => trusted) ?? outcomes[0]!
}

function readPart(part: CborValue): Part {
  const format = part instanceof Map ? part.get('fmt') : undefined
  if (!(part instanceof Map) || typeof format !== 'string') refuse('attestation', 'a part of the statement has no fmt')
  if (format === 'compound') refuse('attestation', 'a compound statement inside a compound statement')
  if (part.size !== 2 || !part.has('attStmt')) refuse('attestation', 'a part of the statement is not fmt and attStmt')
  return { format, statement: part.get('attStmt') }
}

function collectSuccesses(parts: Part[], attest: (part: Part) => Outcome): Outcome[] {
  const outcomes: Outcome[] = []
  let firstRefusal: unknown
  for (const part of parts) {
    try {
      outcomes.push(attest(part))
    } catch (refusal) {
      if (!(refusal instanceof WebAuthnError)) throw refusal
      firstRefusal ??= refusal
    }
  }
  if (outcomes.length === 0) throw firstRefusal
  return outcomes
}
