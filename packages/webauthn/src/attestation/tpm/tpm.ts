import { createPublicKey, type webcrypto } from 'node:crypto'
import type { CborMap } from '../../cbor/decode.ts'
import { type Algorithm, rs1 } from '../../cose/algorithms.ts'
import { guarded, reject } from '../../errors.ts'
import { hash } from '../../hash.ts'
import { attestationAlgorithm, readLeaf, requireAttestationLeaf, requireSignedByLeaf } from '../leaf.ts'
import {
  requireAlg,
  requireBytes,
  requireOnly,
  requireX5c,
  type StatementInput,
  signedBytes,
  type Verdict,
} from '../statement.ts'
import { requireAik } from './aik.ts'
import { readCertification } from './certification.ts'
import { readPublicArea } from './public-area.ts'

/**
 * #sctn-tpm-attestation: a TPM certifies, under its attestation identity key, that it holds the credential key.
 * @throws WebAuthnError attestation
 */
export function verifyTpm(statement: CborMap, attested: StatementInput): Verdict {
  const { policy } = attested
  requireOnly(statement, ['ver', 'alg', 'x5c', 'sig', 'certInfo', 'pubArea'], attested)
  if (statement.get('ver') !== '2.0') reject('attestation', 'not a TPM 2.0 statement')
  const alg = requireAlg(statement)
  const algorithm = tpmAlgorithm(alg, policy.tpmSha1 !== false)
  const x5c = requireX5c(statement)
  const signature = requireBytes(statement, 'sig')
  const certInfo = requireBytes(statement, 'certInfo')
  requireCertification(certInfo, requireKeyName(statement, attested), { algorithm, attested })

  const aik = readLeaf(x5c)
  requireSignedByLeaf(aik, { algorithm, data: certInfo, signature }, attested)
  requireAik(aik, policy)
  requireAttestationLeaf(aik, attested)
  const isWeak = alg === rs1.number && policy.tpmSha1 === 'unverified'
  return { type: 'attca', leaf: aik, x5c, weakness: isWeak ? 'the statement is signed under SHA-1' : undefined }
}

function tpmAlgorithm(alg: number, sha1: boolean): Algorithm & { hash: string } {
  const algorithm: Algorithm = sha1 && alg === rs1.number ? rs1.algorithm : attestationAlgorithm(alg)
  if (algorithm.hash === null) reject('attestation', 'a TPM requires an algorithm with a hash')
  return algorithm
}

/** The name of the key in pubArea, which must be the credential key. */
function requireKeyName(statement: CborMap, { credentialKey, policy }: StatementInput): Buffer {
  const { jwk, name } = readPublicArea(requireBytes(statement, 'pubArea'), policy.strictTpm)
  const key = guarded('attestation', 'pubArea holds no valid key', () =>
    createPublicKey({ key: jwk as webcrypto.JsonWebKey, format: 'jwk' }),
  )
  if (!key.equals(credentialKey.key)) reject('attestation', 'the TPM key is not the credential key')
  return name
}

function requireCertification(
  certInfo: Buffer,
  keyName: Buffer,
  { algorithm, attested }: { algorithm: Algorithm & { hash: string }; attested: StatementInput },
): void {
  const { extraData, name } = readCertification(certInfo, attested.policy.strictTpm)
  if (!extraData.equals(hash(algorithm.hash, signedBytes(attested)))) {
    reject('attestation', 'the TPM did not certify this registration')
  }
  if (!name.equals(keyName)) reject('attestation', 'the TPM certified another key')
}
