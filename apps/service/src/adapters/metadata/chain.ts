import { X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { BasicConstraints, Certificate } from '@peculiar/asn1-x509'

/** The requirements for a chain. */
export type ChainRequirements = {
  /** Certificates that are trusted unconditionally. */
  roots: readonly X509Certificate[]
  /** The time at which every certificate must be valid, in milliseconds; absent for a list that was verified before. */
  at: number | undefined
}

const longest = 8

const basicConstraints = '2.5.29.19'

const understood = new Set([
  basicConstraints,
  '2.5.29.15', // key usage
  '2.5.29.17', // subject alternative name
  '2.5.29.32', // certificate policies: none is required, so any is accepted
  '2.5.29.37', // extended key usage
])

/** A certificate and its issuer. */
export type Link = { certificate: X509Certificate; issuer: X509Certificate }

/**
 * Builds the path from the leaf to a root (RFC 5280 §6.1): validity, signatures, CA flags, path lengths, critical
 * extensions. Returns the path, leaf first; a trusted certificate isn't part of it, unless it's the leaf. Throws an
 * Error that says what is wrong.
 */
export function verifyChain(
  x5c: readonly Buffer[],
  { roots, at }: ChainRequirements,
): { leaf: X509Certificate; links: Link[] } {
  if (x5c.length === 0 || x5c.length > longest) throw new Error(`x5c must hold 1 to ${longest} certificates`)
  const chain = x5c.map((der) => new X509Certificate(der))
  const leaf = chain[0]!
  const links: Link[] = []
  for (const [depth, certificate] of chain.entries()) {
    const place = `certificate ${depth} of x5c`
    if (at !== undefined && !isValid(certificate, at)) throw new Error(`${place} is not valid at this time`)
    if (hasUnknownCritical(certificate)) throw new Error(`${place} has a critical extension that is not understood`)
    const below = chain[depth - 1]
    if (below && !isIssuedBy(below, certificate)) throw new Error(`${place} did not issue the one before it`)
    if (below && !mayIssue(certificate, depth - 1)) throw new Error(`${place} is no CA, or of a shorter path`)
    if (below) links.push({ certificate: below, issuer: certificate })
    if (roots.some((root) => root.raw.equals(certificate.raw))) return { leaf, links }
    const issuer = roots.find((root) => isIssuedBy(certificate, root) && mayIssue(root, depth))
    if (issuer) return { leaf, links: [...links, { certificate, issuer }] }
  }
  throw new Error('x5c ends in no root that is trusted')
}

// Written so that a missing time (NaN) is outside every validity period.
const isValid = ({ validFromDate, validToDate }: X509Certificate, at: number) =>
  validFromDate.getTime() <= at && at <= validToDate.getTime()

// checkIssued compares names, key identifiers, and key usage; only verify() proves anything.
const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate) =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)

function mayIssue(certificate: X509Certificate, intermediatesBelow: number): boolean {
  const extension = readExtensions(certificate).find(({ extnID }) => extnID === basicConstraints)
  if (!extension) return false
  const { cA, pathLenConstraint } = AsnConvert.parse(extension.extnValue.buffer, BasicConstraints)
  return cA && (pathLenConstraint === undefined || intermediatesBelow <= pathLenConstraint)
}

const hasUnknownCritical = (certificate: X509Certificate) =>
  readExtensions(certificate).some(({ critical, extnID }) => critical && !understood.has(extnID))

const readExtensions = ({ raw }: X509Certificate) => AsnConvert.parse(raw, Certificate).tbsCertificate.extensions ?? []
