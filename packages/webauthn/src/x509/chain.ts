import { type Certificate, oid } from './certificate.ts'

/** Rules of path validation; `now` in milliseconds since 1970. */
export type ChainRules = { now: number; pathLengths: boolean }

const understood: ReadonlySet<string> = new Set([
  oid.basicConstraints,
  oid.keyUsage,
  oid.extendedKeyUsage,
  oid.subjectAltName,
  // Processed as in RFC 5280 §6.1: no policy is required, so any is accepted.
  oid.certificatePolicies,
])

/**
 * Validates the path from the leaf to an anchor (RFC 5280 §6.1). Returns the problem, if there is one. Anchors are
 * matched by key, never by name, and can be a root, an intermediate, or the leaf itself. Nothing is fetched:
 * certificates missing in x5c stay missing, and revocation is up to the caller that chooses the anchors.
 */
export function findChainProblem(
  chain: readonly Certificate[],
  anchors: readonly Certificate[],
  rules: ChainRules,
): string | undefined {
  for (const [depth, certificate] of chain.entries()) {
    // First who issued what: the contents of a certificate that is linked to nothing aren't read.
    const problem = issuerProblem(chain, depth, rules) ?? ownProblem(certificate, rules)
    if (problem) return `certificate ${depth} of x5c ${problem}`
    if (anchors.some((anchor) => anchor.der.equals(certificate.der))) return undefined
    if (anchors.some((anchor) => isIssuedBy(certificate, anchor) && mayIssue(anchor, depth, rules))) return undefined
  }
  return 'x5c ends in no trust anchor'
}

function ownProblem({ x509, contents }: Certificate, { now }: ChainRules): string | undefined {
  // Written so that a missing time (NaN) is outside every validity.
  if (!(x509.validFromDate.getTime() <= now && now <= x509.validToDate.getTime())) return 'is not valid at this time'
  for (const [id, { critical }] of contents().extensions) {
    if (critical && !understood.has(id)) return `has the critical extension ${id}, which is not understood`
  }
  return undefined
}

function issuerProblem(chain: readonly Certificate[], depth: number, rules: ChainRules): string | undefined {
  if (depth === 0) return undefined
  const issuer = chain[depth]!
  if (!isIssuedBy(chain[depth - 1]!, issuer)) return 'did not issue the one before it'
  return mayIssue(issuer, depth - 1, rules) ? undefined : 'is no CA, or of a shorter path'
}

// checkIssued compares names, key identifiers, and key usage; only verify() proves the signature.
function isIssuedBy({ x509 }: Certificate, issuer: Certificate): boolean {
  return x509.checkIssued(issuer.x509) && x509.verify(issuer.key)
}

// Self-issued intermediates count, too, which is stricter than RFC 5280 and simpler.
function mayIssue({ contents }: Certificate, intermediatesBelow: number, { pathLengths }: ChainRules): boolean {
  const { basicConstraints } = contents()
  if (!basicConstraints?.cA) return false
  const longest = pathLengths ? basicConstraints.pathLenConstraint : undefined
  return longest === undefined || intermediatesBelow <= longest
}
