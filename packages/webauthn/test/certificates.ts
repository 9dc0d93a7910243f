import type { KeyObject } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  Extension,
  Extensions,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
} from '@peculiar/asn1-x509'
import { newKey, type TestKey } from './keys.ts'

/** A time at which certificates of these tests are valid. */
export const now = Date.parse('2026-06-01')

export type Issuer = { name: Name; key: TestKey; der: Buffer }

export type CertificateChanges = {
  subject?: Name
  key?: KeyObject
  version?: number
  from?: string
  to?: string
  /** undefined: CA false; null: no Basic Constraints at all */
  constraints?: { ca: boolean; pathLength?: number } | null
  extensions?: Extension[]
}

/** A distinguished name of attributes by OID. */
export const named = (attributes: Record<string, string>) =>
  new Name(
    Object.entries(attributes).map(
      ([type, utf8String]) =>
        new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String }) })]),
    ),
  )

export const extension = (extnID: string, value: Buffer, critical = false) =>
  new Extension({ extnID, critical, extnValue: new OctetString(value) })

export const der = (value: object) => Buffer.from(AsnConvert.serialize(value))

/** By COSE number: ecdsa-with-SHA256 (RFC 5758 §3.2) and id-ml-dsa-87 (RFC 9881 §2). */
const signatureAlgorithms: Record<number, string> = { [-7]: '1.2.840.10045.4.3.2', [-50]: '2.16.840.1.101.3.4.3.19' }

/** A certificate signed by the issuer's key. */
export function issue(issuer: Omit<Issuer, 'der'>, changes: CertificateChanges & { key: KeyObject }): Buffer {
  const { constraints = { ca: false }, extensions = [], version = 3 } = changes
  const basic = constraints && new BasicConstraints({ cA: constraints.ca, pathLenConstraint: constraints.pathLength })
  const all = basic ? [extension('2.5.29.19', der(basic), true), ...extensions] : extensions
  const algorithm = signatureAlgorithms[issuer.key.number]!
  const tbsCertificate = new TBSCertificate({
    version: version - 1,
    serialNumber: Uint8Array.of(1).buffer,
    signature: new AlgorithmIdentifier({ algorithm }),
    issuer: issuer.name,
    validity: new Validity({
      notBefore: new Date(changes.from ?? '2025-01-01'),
      notAfter: new Date(changes.to ?? '2045-01-01'),
    }),
    subject: changes.subject ?? new Name(),
    subjectPublicKeyInfo: AsnConvert.parse(changes.key.export({ format: 'der', type: 'spki' }), SubjectPublicKeyInfo),
    extensions: all.length > 0 ? new Extensions(all) : undefined,
  })
  const signature = issuer.key.sign(der(tbsCertificate))
  return der(
    new Certificate({
      tbsCertificate,
      signatureAlgorithm: new AlgorithmIdentifier({ algorithm }),
      signatureValue: new Uint8Array(signature).buffer,
    }),
  )
}

/** A new CA below `parent`, or a root. */
export function newCa(
  commonName: string,
  { parent, key = newKey(-7), ...changes }: Omit<CertificateChanges, 'key'> & { parent?: Issuer; key?: TestKey } = {},
): Issuer {
  const name = named({ '2.5.4.3': commonName })
  const certificate = { constraints: { ca: true }, subject: name, key: key.publicKey, ...changes }
  return { name, key, der: issue(parent ?? { name, key }, certificate) }
}
