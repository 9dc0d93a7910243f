import { createRequire } from 'node:module'

// Loaded on first use: 11 MB and half of the loading time, needed only for attestation with certificates.
const require = createRequire(import.meta.url)

/** The reader and writer of ASN.1 by schema. */
export const asn1Schema = (): typeof import('@peculiar/asn1-schema') => require('@peculiar/asn1-schema')

/** The schemas of X.509. */
export const asn1X509 = (): typeof import('@peculiar/asn1-x509') => require('@peculiar/asn1-x509')

/** ASN.1 without schema. */
export const asn1js = (): typeof import('asn1js') => require('asn1js')
