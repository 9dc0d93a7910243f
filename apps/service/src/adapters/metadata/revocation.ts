import { verify, type X509Certificate } from 'node:crypto'
import { AsnConvert } from '@peculiar/asn1-schema'
import { Certificate, CertificateList, CRLDistributionPoints } from '@peculiar/asn1-x509'
import type { Link } from './chain.ts'

/** Fetches a URL; throws an Error that says why it can't. */
export type Fetch = (url: string) => Promise<Buffer>

export type RevocationOptions = { get: Fetch; canAsk(hostname: string): boolean; at: number }

/**
 * Checks the revocation lists that the certificates of a trusted chain name (RFC 5280 §6.3), at allowed hosts only. A
 * certificate without a list can't be revoked. Throws an Error if one is revoked or its list is unavailable: a thief of
 * the key would otherwise only have to block the list.
 */
export async function rejectRevoked(chain: readonly Link[], options: RevocationOptions): Promise<void> {
  for (const [depth, link] of chain.entries()) {
    const urls = findDistributionPoints(link.certificate)
    if (urls.length === 0) continue
    const list = await firstGood(urls, options, (bytes) => readList(bytes, link.issuer, options.at))
    if (list.has(BigInt(`0x${link.certificate.serialNumber}`)))
      throw new Error(`certificate ${depth} of x5c is revoked`)
  }
}

const pointsExtension = '2.5.29.31'

function findDistributionPoints({ raw }: X509Certificate): string[] {
  const { extensions = [] } = AsnConvert.parse(raw, Certificate).tbsCertificate
  const extension = extensions.find(({ extnID }) => extnID === pointsExtension)
  if (!extension) return []
  const points = [...AsnConvert.parse(extension.extnValue.buffer, CRLDistributionPoints)]
  const names = points.flatMap(({ distributionPoint }) => distributionPoint?.fullName ?? [])
  return names.flatMap(({ uniformResourceIdentifier: url }) => url ?? [])
}

async function firstGood<T>(
  urls: readonly string[],
  options: RevocationOptions,
  read: (bytes: Buffer) => T,
): Promise<T> {
  const problems: string[] = []
  for (const url of urls) {
    try {
      if (!isWeb(url) || !options.canAsk(new URL(url).hostname)) throw new Error('it is not at a host that we ask')
      return read(await options.get(url))
    } catch (error) {
      problems.push(`${url}: ${(error as Error).message}`)
    }
  }
  throw new Error(`no revocation list can be used (${problems.join('; ')})`)
}

// The list is signed, so plain http, which authorities use, is enough.
const isWeb = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url)

const hashByAlgorithm: Readonly<Record<string, string>> = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
}

/** The revoked serial numbers of a complete, current list signed by this issuer. */
function readList(bytes: Buffer, issuer: X509Certificate, at: number): ReadonlySet<bigint> {
  const { tbsCertList, tbsCertListRaw, signatureAlgorithm, signature } = AsnConvert.parse(bytes, CertificateList)
  const { thisUpdate, nextUpdate, crlExtensions = [], revokedCertificates = [] } = tbsCertList
  const digest = hashByAlgorithm[signatureAlgorithm.algorithm]
  const isSigned = digest && verify(digest, Buffer.from(tbsCertListRaw!), issuer.publicKey, Buffer.from(signature))
  if (!isSigned) throw new Error('it is not signed by the issuer of the certificate')
  const lastMoment = nextUpdate?.getTime().getTime() ?? Number.POSITIVE_INFINITY
  if (!(thisUpdate.getTime().getTime() <= at && at <= lastMoment)) throw new Error('it is not of this time')
  if (crlExtensions.some(({ critical, extnID }) => critical && extnID !== issuingPoint))
    throw new Error('it is not a whole list')
  return new Set(revokedCertificates.map(({ userCertificate }) => parseSerial(userCertificate)))
}

// The scope of the list: the certificate names it, so it covers the certificate.
const issuingPoint = '2.5.29.28'

const parseSerial = (bytes: ArrayBuffer) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
