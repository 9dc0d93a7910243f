import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  BasicConstraints,
  Certificate,
  CertificateList,
  CRLDistributionPoints,
  DistributionPoint,
  DistributionPointName,
  Extension,
  Extensions,
  GeneralName,
  Name,
  RelativeDistinguishedName,
  RevokedCertificate,
  SubjectAlternativeName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  TBSCertList,
  Time,
  Validity,
} from '@peculiar/asn1-x509'

/** A time at which everything here is valid. */
export const now = Date.parse('2026-11-20T12:00:00Z')

/** A certificate with its key. */
export type Party = { name: Name; privateKey: KeyObject; der: Buffer }

export type Changes = {
  /** rsa, or the curve P-256 */
  kind?: 'ec' | 'rsa'
  /** undefined: not a CA */
  pathLength?: number | 'any'
  from?: string
  to?: string
  /** The DNS name, if any. */
  host?: string
  critical?: string
  /** The URLs of the issuer's revocation list. */
  lists?: readonly string[]
  /** Attributes by OID instead of a common name. */
  subject?: Readonly<Record<string, string>>
  /** In addition to Basic Constraints. */
  extensions?: readonly Extension[]
}

let made = 0

export const der = (value: object) => Buffer.from(AsnConvert.serialize(value))

export const extension = (extnID: string, value: Buffer, critical = false) =>
  new Extension({ extnID, critical, extnValue: new OctetString(value) })

/** A new party below the issuer, or a root without an issuer. All sign with P-256, except leaves of kind rsa. */
export function party(issuer: Party | undefined, changes: Changes = {}): Party {
  const { kind = 'ec', pathLength, from = '2026-01-01', to = '2046-01-01', host, critical } = changes
  const keys = kind === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('rsa', rsa2048)
  const name = named(changes.subject ?? { '2.5.4.3': `Test party ${made++}` })
  const cA = pathLength !== undefined
  const pathLenConstraint = typeof pathLength === 'number' ? pathLength : undefined
  const basicConstraints = extension('2.5.29.19', der(new BasicConstraints({ cA, pathLenConstraint })), true)
  const extensions = [basicConstraints, ...(changes.extensions ?? [])]
  if (host !== undefined)
    extensions.push(extension('2.5.29.17', der(new SubjectAlternativeName([new GeneralName({ dNSName: host })]))))
  if (changes.lists) extensions.push(extension('2.5.29.31', der(pointsTo(changes.lists))))
  if (critical !== undefined) extensions.push(extension(critical, Buffer.from([5, 0]), true))
  const signer = issuer ?? { name, privateKey: keys.privateKey }
  const signatureAlgorithm = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })
  const tbsCertificate = new TBSCertificate({
    version: 2,
    serialNumber: Uint8Array.of(1, made % 256).buffer,
    signature: signatureAlgorithm,
    issuer: signer.name,
    validity: new Validity({ notBefore: new Date(from), notAfter: new Date(to) }),
    subject: name,
    subjectPublicKeyInfo: AsnConvert.parse(
      keys.publicKey.export({ format: 'der', type: 'spki' }),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions(extensions),
  })
  const signatureValue = new Uint8Array(sign('sha256', der(tbsCertificate), signer.privateKey)).buffer
  const certificate = der(new Certificate({ tbsCertificate, signatureAlgorithm, signatureValue }))
  return { name, privateKey: keys.privateKey, der: certificate }
}

const pointsTo = (urls: readonly string[]) => {
  const fullName = urls.map((uniformResourceIdentifier) => new GeneralName({ uniformResourceIdentifier }))
  return new CRLDistributionPoints([
    new DistributionPoint({ distributionPoint: new DistributionPointName({ fullName }) }),
  ])
}

/** The revocation list of an issuer. `signer` signs it instead; `critical` is an extension of the list. */
export function revocationList(
  issuer: Party,
  revoked: readonly Party[],
  { signer = issuer, from = '2026-11-01', to = '2026-12-01', critical }: Changes & { signer?: Party } = {},
): Buffer {
  const signatureAlgorithm = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })
  const tbsCertList = new TBSCertList({
    version: 1,
    signature: signatureAlgorithm,
    issuer: issuer.name,
    thisUpdate: new Time(new Date(from)),
    nextUpdate: new Time(new Date(to)),
    revokedCertificates: revoked.map(
      (one) =>
        new RevokedCertificate({
          userCertificate: AsnConvert.parse(one.der, Certificate).tbsCertificate.serialNumber,
          revocationDate: new Time(new Date(from)),
        }),
    ),
    crlExtensions: critical === undefined ? undefined : [extension(critical, Buffer.from([5, 0]), true)],
  })
  const signature = new Uint8Array(sign('sha256', der(tbsCertList), signer.privateKey)).buffer
  return der(new CertificateList({ tbsCertList, signatureAlgorithm, signature }))
}

const rsa2048 = { modulusLength: 2048 }

export const named = (attributes: Readonly<Record<string, string>>) =>
  new Name(
    Object.entries(attributes).map(
      ([type, utf8String]) =>
        new RelativeDistinguishedName([new AttributeTypeAndValue({ type, value: new AttributeValue({ utf8String }) })]),
    ),
  )

/** The subject of an attestation certificate that WebAuthn §8.2.1 requires. */
export const attestationSubject = {
  '2.5.4.6': 'AA',
  '2.5.4.10': 'Test vendor',
  '2.5.4.11': 'Authenticator Attestation',
  '2.5.4.3': 'Test model',
}

export const root = party(undefined, { pathLength: 'any' })
export const intermediate = party(root, { pathLength: 0 })
export const leaf = party(intermediate)

/** A root that isn't trusted. */
export const otherRoot = party(undefined, { pathLength: 'any' })

/** The roots that the tests trust. */
export const trust = { roots: [new X509Certificate(root.der)] }

/** A model in the list. */
export function entry(aaguid: string | undefined, changes: { statement?: object; reports?: object[] } = {}) {
  return {
    aaguid,
    statusReports: changes.reports ?? [{ status: 'FIDO_CERTIFIED_L1', effectiveDate: '2024-02-01' }],
    timeOfLastStatusChange: '2024-02-01',
    metadataStatement: {
      description: 'Test Key 1',
      protocolFamily: 'fido2',
      attestationTypes: ['basic_full'],
      authenticationAlgorithms: ['secp256r1_ecdsa_sha256_raw'],
      attestationRootCertificates: [root.der.toString('base64')],
      icon: 'data:image/png;base64,iVBORw0KGgo=',
      ...changes.statement,
    },
  }
}

export const payload = (changes: object = {}) => ({
  legalHeader: 'For tests only',
  no: 7,
  nextUpdate: '2026-12-01',
  entries: [entry('00112233-4455-6677-8899-aabbccddeeff')],
  ...changes,
})

/** A signed list; `header` replaces fields of the header. */
export function blob(content: object = payload(), changes: { signer?: Party; chain?: Party[]; header?: object } = {}) {
  const { signer = leaf, chain = [signer, intermediate], header } = changes
  const alg = signer.privateKey.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256'
  const x5c = chain.map((one) => one.der.toString('base64'))
  const text = [{ alg, typ: 'JWT', x5c, ...header }, content]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signature = sign('sha256', Buffer.from(text), { key: signer.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${text}.${signature.toString('base64url')}`
}

/** An HTTPS server on localhost whose certificate this process trusts. */
export async function httpsServer(response: RequestListener<typeof IncomingMessage, typeof ServerResponse>) {
  const identity = party(root, { host: 'localhost' })
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), pem(root.der)])
  const key = identity.privateKey.export({ format: 'pem', type: 'pkcs8' })
  const server = createServer({ key, cert: pem(identity.der) }, response)
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://localhost:${port}/blob`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const pem = (certificate: Buffer) => new X509Certificate(certificate).toString()
