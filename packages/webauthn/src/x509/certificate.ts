import { type KeyObject, X509Certificate } from 'node:crypto'
import type { BasicConstraints, Name } from '@peculiar/asn1-x509'
import { guarded, type Reason, reject } from '../errors.ts'
import { asn1X509, parseAsn1 } from './asn1.ts'

/** A certificate. Only its contents are read by schema, when they're first needed. */
export type Certificate = {
  der: Buffer
  x509: X509Certificate
  key: KeyObject
  /** @throws WebAuthnError with the reason of `readCertificate` */
  contents(): Contents
}

/** The parts of a certificate that attestation has requirements for. */
export type Contents = {
  /** 1, 2, or 3 */
  version: number
  /** values by attribute OID, across all relative distinguished names */
  subject: ReadonlyMap<string, readonly string[]>
  extensions: ReadonlyMap<string, Extension>
  basicConstraints?: BasicConstraints
}

/** An extension; the value is the DER inside its OCTET STRING. */
export type Extension = { critical: boolean; value: Buffer }

/** OIDs of RFC 5280 that attestation uses. */
export const oid = {
  country: '2.5.4.6',
  organization: '2.5.4.10',
  organizationalUnit: '2.5.4.11',
  commonName: '2.5.4.3',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  certificatePolicies: '2.5.29.32',
  extendedKeyUsage: '2.5.29.37',
} as const

const longest = 8192
const mostAttributes = 32
const mostExtensions = 32
const mostModulusBits = 8192
const highestExponent = 2n ** 64n - 1n

/**
 * Reads a DER certificate of at most 8,192 bytes: attestation certificates have 500 to 3,000, and those with a key and a
 * signature of ML-DSA-87 have 7,600.
 * @throws WebAuthnError with the given reason
 */
export function readCertificate(der: Buffer, reason: Reason): Certificate {
  return guarded(reason, 'not a certificate', () => {
    if (der.length > longest) reject(reason, `a certificate of ${der.length} bytes, more than ${longest}`)
    const x509 = new X509Certificate(der)
    // OpenSSL would also accept PEM, and trailing bytes.
    if (!x509.raw.equals(der)) reject(reason, 'not exactly one DER certificate')
    const key = x509.publicKey
    if (isSlow(key)) reject(reason, 'the RSA key of a certificate is too large')
    let contents: Contents | undefined
    return {
      der,
      x509,
      key,
      contents() {
        contents ??= guarded(reason, 'not a certificate', () => readContents(der, reason))
        return contents
      },
    }
  })
}

function isSlow({ asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n } = asymmetricKeyDetails!
  return modulusLength > mostModulusBits || publicExponent > highestExponent
}

function readContents(der: Buffer, reason: Reason): Contents {
  const syntax = asn1X509()
  const { version, subject, extensions: listed = [] } = parseAsn1(der, syntax.Certificate).tbsCertificate
  if (listed.length > mostExtensions) reject(reason, `${listed.length} extensions, more than ${mostExtensions}`)
  const extensions = new Map<string, Extension>()
  for (const { extnID, critical, extnValue } of listed) {
    if (extensions.has(extnID)) reject(reason, `extension ${extnID} occurs twice`)
    extensions.set(extnID, { critical, value: Buffer.from(extnValue.buffer) })
  }
  const constraints = extensions.get(oid.basicConstraints)
  return {
    version: version + 1,
    subject: readAttributes(subject),
    extensions,
    basicConstraints: constraints && parseAsn1(constraints.value, syntax.BasicConstraints),
  }
}

/**
 * The attributes of a name by OID.
 * @throws Error if there are more than 32
 */
export function readAttributes(name: Name): ReadonlyMap<string, readonly string[]> {
  const listed = name.flat()
  if (listed.length > mostAttributes) throw new Error(`${listed.length} attributes, more than ${mostAttributes}`)
  const attributes = new Map<string, string[]>()
  for (const { type, value } of listed) {
    const values = attributes.get(type) ?? []
    values.push(value.toString())
    attributes.set(type, values)
  }
  return attributes
}
