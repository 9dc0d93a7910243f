/**
 * COSE identifiers by their registry names (FIDO Registry of Predefined Values §3.6.1), as far as COSE defines them.
 */
const numbers: Readonly<Record<string, number>> = {
  secp256r1_ecdsa_sha256_raw: -7,
  secp256r1_ecdsa_sha256_der: -7,
  secp384r1_ecdsa_sha384_raw: -35,
  secp521r1_ecdsa_sha512_raw: -36,
  ed25519_eddsa_sha512_raw: -8,
  secp256k1_ecdsa_sha256_raw: -47,
  secp256k1_ecdsa_sha256_der: -47,
  rsassa_pss_sha256_raw: -37,
  rsassa_pss_sha256_der: -37,
  rsassa_pss_sha384_raw: -38,
  rsassa_pss_sha512_raw: -39,
  rsassa_pkcsv15_sha256_raw: -257,
  rsassa_pkcsv15_sha384_raw: -258,
  rsassa_pkcsv15_sha512_raw: -259,
  rsassa_pkcsv15_sha1_raw: -65535,
}

/** The distinct COSE identifiers of algorithms named as in the FIDO registry. */
export const coseNumbers = (names: readonly string[]): number[] => [
  ...new Set(names.flatMap((name) => (Object.hasOwn(numbers, name) ? [numbers[name]!] : []))),
]
