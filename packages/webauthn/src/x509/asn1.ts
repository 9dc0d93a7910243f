import { createRequire } from 'node:module'

// Required on first use, not imported: 11 MB and half of the loading time that only attestation by certificate needs.
const require = createRequire(import.meta.url)

/** The reader and writer of ASN.1 by schema. */
export const asn1Schema = (): typeof import('@peculiar/asn1-schema') => require('@peculiar/asn1-schema')

/** The schemas of X.509. */
export const asn1X509 = (): typeof import('@peculiar/asn1-x509') => require('@peculiar/asn1-x509')

/** ASN.1 without schema. */
export const asn1js = (): typeof import('asn1js') => require('asn1js')
