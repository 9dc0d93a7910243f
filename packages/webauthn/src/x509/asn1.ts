import { createRequire } from 'node:module'

// Loaded on first use: 11 MB and half of the loading time, needed only for attestation with certificates.
const require = createRequire(import.meta.url)

/** The schemas of X.509. */
export const asn1X509 = (): typeof import('@peculiar/asn1-x509') => require('@peculiar/asn1-x509')

/** ASN.1 without schema. */
export const asn1js = (): typeof import('asn1js') => require('asn1js')

// The contents of OCTET STRINGs are read separately, where they're needed. A certificate with 32 attributes in each name
// and 32 extensions has about 400 values, others far fewer.
const limits = { parseEmbedded: false, maxNodes: 500 }

/**
 * Reads one value of ASN.1 by its schema. Its parser takes far longer than OpenSSL's, so the number of values is limited.
 * @throws Error if it's invalid, or has too many values
 */
export function parseAsn1<T>(der: Buffer, schema: new () => T): T {
  const { AsnConvert } = require('@peculiar/asn1-schema') as typeof import('@peculiar/asn1-schema')
  return AsnConvert.parse(der, schema, { berOptions: limits })
}

/**
 * Reads exactly one value of ASN.1 without a schema, limited like `parseAsn1`.
 * @throws Error if it's invalid, has too many values, or isn't the only one
 */
export function readAsn1(der: Buffer): import('asn1js').BaseBlock {
  const { result, offset } = asn1js().fromBER(new Uint8Array(der), limits)
  if (offset !== der.length) throw new Error('not one ASN.1 value')
  return result
}
