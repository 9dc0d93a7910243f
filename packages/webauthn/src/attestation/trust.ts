import { formatAaguid } from '../authenticator-data/aaguid.ts'
import { guarded, reject } from '../errors.ts'
import { readAnchors } from '../x509/anchors.ts'
import { type Certificate, readCertificate } from '../x509/certificate.ts'
import { findChainProblem } from '../x509/chain.ts'
import type { CertifiedVerdict, StatementInput, Verdict } from './statement.ts'

/**
 * Whether a verified statement is trusted (#sctn-registering-a-new-credential, the steps on trust anchors): none and
 * self by policy, the others if the chain ends in an anchor. True if an anchor proves it.
 * @throws WebAuthnError trust
 */
export function judgeTrust(verdict: Verdict, format: string, attested: StatementInput): boolean {
  const { policy } = attested
  if (verdict.type === 'none') {
    if (!policy.acceptNone) reject('trust', 'an attestation is required')
    return false
  }
  if (verdict.type === 'self') {
    if (!policy.acceptSelf) reject('trust', 'self attestation is not accepted')
    return false
  }
  const problem = findProblem(verdict, format, attested)
  if (problem && policy.untrustedAttestation !== 'none') reject('trust', problem)
  return problem === undefined
}

function findProblem(verdict: CertifiedVerdict, format: string, attested: StatementInput): string | undefined {
  const { leaf, x5c, weakness } = verdict
  const { policy, credential } = attested
  if (weakness !== undefined) return weakness
  if (x5c.length > policy.maxChain) return `x5c has ${x5c.length} certificates, more than ${policy.maxChain}`
  const chain = [leaf, ...x5c.slice(1).map((der) => readCertificate(der, 'trust'))]
  if (policy.rejectRootInX5c && format !== 'android-key' && chain.slice(1).some(isRoot)) return 'x5c holds a root'
  const { trustAnchors } = policy
  const anchors =
    typeof trustAnchors === 'function' ? trustAnchors(format, formatAaguid(credential.aaguid)) : trustAnchors
  return guarded('trust', 'the certificate chain cannot be checked', () =>
    findChainProblem(chain, readAnchors(anchors), { now: policy.now, pathLengths: policy.strictPathLen }),
  )
}

const isRoot = ({ x509 }: Certificate) => x509.subject === x509.issuer
