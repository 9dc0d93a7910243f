import { guarded, reject } from '../../errors.ts'
import type { FullPolicy, RegistrationPolicy } from '../../policy.ts'
import { asn1X509, parseAsn1 } from '../../x509/asn1.ts'
import { type Certificate, type Contents, oid, readAttributes } from '../../x509/certificate.ts'
import { tpmVendors } from './vendors.ts'

const manufacturer = '2.23.133.2.1'
const model = '2.23.133.2.2'
const version = '2.23.133.2.3'
const attestationKeyUsage = '2.23.133.8.3'

/**
 * #sctn-tpm-cert-requirements beyond those shared with packed: an empty subject, a known manufacturer with model and
 * version in the subject alternative name, and the key usage of attestation identity keys.
 * @throws WebAuthnError attestation
 */
export function requireAik(aik: Certificate, policy: FullPolicy<RegistrationPolicy>): void {
  const contents = aik.contents()
  if (contents.subject.size !== 0) reject('attestation', 'the subject of the AIK certificate is not empty')
  requireDevice(contents, policy)
  requireUsage(contents)
}

function requireDevice({ extensions }: Contents, policy: FullPolicy<RegistrationPolicy>): void {
  const extension = extensions.get(oid.subjectAltName)
  if (!extension) reject('attestation', 'the AIK certificate does not name its TPM')
  const device = guarded('attestation', 'the name of the TPM is garbage', () => {
    const names = parseAsn1(extension.value, asn1X509().SubjectAlternativeName)
    return new Map(names.flatMap(({ directoryName }) => (directoryName ? [...readAttributes(directoryName)] : [])))
  })
  if (!device.get(model)?.[0] || !device.get(version)?.[0]) reject('attestation', 'the TPM has no model or version')
  const vendor = device.get(manufacturer)?.[0]?.toUpperCase()
  const known = policy.tpmVendors.length > 0 ? policy.tpmVendors : tpmVendors
  if (!known.some((id) => id.toUpperCase() === vendor)) reject('attestation', 'the TPM has an unknown manufacturer')
}

function requireUsage({ extensions }: Contents): void {
  const extension = extensions.get(oid.extendedKeyUsage)
  if (!extension) reject('attestation', 'the AIK certificate has no extended key usage')
  const usages = guarded('attestation', 'the extended key usage is garbage', () =>
    parseAsn1(extension.value, asn1X509().ExtendedKeyUsage),
  )
  if (!usages.includes(attestationKeyUsage)) reject('attestation', 'the certificate is not an AIK certificate')
}
