import { type KeyObject, X509Certificate } from 'node:crypto'
import type { BasicConstraints, Name } from '@peculiar/asn1-x509'
import { guarded, type Reason, reject } from '../errors.ts'
import { asn1Schema, asn1X509 } from './asn1.ts'

/** A certificate, parsed as far as attestation requires. */
export type Certificate = {
  der: Buffer
  x509: X509Certificate
  key: KeyObject
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

/**
 * Reads a DER certificate.
 * @throws WebAuthnError with the given reason
 */
export function readCertificate(der: Buffer, reason: Reason): Certificate {
  return guarded(reason, 'not a certificate', () => {
    const x509 = new X509Certificate(der)
    // OpenSSL would also accept PEM, and trailing bytes.
    if (!x509.raw.equals(der)) reject(reason, 'not exactly one DER certificate')
    const { AsnConvert } = asn1Schema()
    const syntax = asn1X509()
    const { tbsCertificate } = AsnConvert.parse(der, syntax.Certificate)
    const extensions = new Map<string, Extension>()
    for (const { extnID, critical, extnValue } of tbsCertificate.extensions ?? []) {
      if (extensions.has(extnID)) reject(reason, `extension ${extnID} occurs twice`)
      extensions.set(extnID, { critical, value: Buffer.from(extnValue.buffer) })
    }
    const constraints = extensions.get(oid.basicConstraints)
    return {
      der,
      x509,
      key: x509.publicKey,
      version: tbsCertificate.version + 1,
      subject: readAttributes(tbsCertificate.subject),
      extensions,
      basicConstraints: constraints && AsnConvert.parse(constraints.value, syntax.BasicConstraints),
    }
  })
}

/** The attributes of a name by OID. */
export function readAttributes(name: Name): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, string[]>()
  for (const { type, value } of name.flat()) {
    attributes.set(type, [...(attributes.get(type) ?? []), value.toString()])
  }
  return attributes
}
