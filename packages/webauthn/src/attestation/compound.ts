import type { CborValue } from '../cbor/decode.ts'
import { reject, WebAuthnError } from '../errors.ts'
import { type Outcome, requireSize, type StatementInput } from './statement.ts'

/** One of the nested statements. */
type Part = { format: string; statement: CborValue }

// No known authenticator sends more than two.
const mostParts = 4

/**
 * #sctn-compound-attestation: two to four statements, none of them compound. Each is verified on its own; the policy
 * says whether all must succeed or one is enough. A statement proven by a trust anchor takes precedence. Together, their
 * certificates are limited like those of one statement.
 * @throws WebAuthnError attestation, trust, and the reasons of the nested statements
 */
export function attestCompound(
  statement: CborValue,
  attested: StatementInput,
  attest: (part: Part, attested: StatementInput) => Outcome,
): Outcome {
  if (!Array.isArray(statement)) reject('attestation', 'a compound statement must be an array')
  if (statement.length < 2) reject('attestation', 'a compound statement must have at least two parts')
  if (statement.length > mostParts) {
    reject('attestation', `a compound statement has ${statement.length} parts, more than ${mostParts}`)
  }
  const parts = statement.map(readPart)
  requireFewCertificates(parts.flatMap(listCertificates), attested)
  const outcomes =
    attested.policy.compoundRule === 'any'
      ? collectSuccesses(parts, (part) => attest(part, attested))
      : parts.map((part) => attest(part, attested))
  return outcomes.find(({ trusted }) => trusted) ?? outcomes[0]!
}

function requireFewCertificates(certificates: readonly Buffer[], { policy }: StatementInput): void {
  if (certificates.length > policy.maxChain) {
    reject('attestation', `${certificates.length} certificates in a compound statement, more than ${policy.maxChain}`)
  }
  requireSize(certificates)
}

/** Whatever could be read as a certificate; the part's own procedure requires the right types. */
function listCertificates({ statement }: Part): Buffer[] {
  const x5c = statement instanceof Map ? statement.get('x5c') : undefined
  return Array.isArray(x5c) ? x5c.filter((item) => Buffer.isBuffer(item)) : []
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
