import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { OperatorError } from '../../core/errors.ts'

/**
 * GlobalSign Root CA - R3, under which the FIDO Alliance signs its list (valid until 18 March 2029; SHA-256
 * cb:b5:22:d7:b7:f1:27:ad:6a:01:13:86:5b:df:1c:d4:10:2e:7d:07:59:af:63:5a:7c:f4:72:0d:c9:63:c5:3b).
 */
const globalSignR3 = `MIIDXzCCAkegAwIBAgILBAAAAAABIVhTCKIwDQYJKoZIhvcNAQELBQAwTDEgMB4G
A1UECxMXR2xvYmFsU2lnbiBSb290IENBIC0gUjMxEzARBgNVBAoTCkdsb2JhbFNpZ24xEzARBgNVBAMTCkdsb2JhbFNpZ24wHhcNMDkwMzE4MTAwMDAw
WhcNMjkwMzE4MTAwMDAwWjBMMSAwHgYDVQQLExdHbG9iYWxTaWduIFJvb3QgQ0EgLSBSMzETMBEGA1UEChMKR2xvYmFsU2lnbjETMBEGA1UEAxMKR2xv
YmFsU2lnbjCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAMwldpB5BngiFvXAg7aEyiie/QV2EcWtiHL8RgJDx7KKnQRfJMsuS+FggkbhUqsM
gUdwbN1k0ev1LKMPgj0MK66X17YUhhB5uzsTgHeMCOFJ0mpiLx9e+pZo34knlTifBtc+ycsmWQ1z3rDI6SYOgxXG71uL0gRgykmmKPZpO/bLyCiR5Z2K
YVc3rHQU3HTgOu5yLy6c+9C7v/U9AOEGM+iCK65TpjoWc4zdQQ4gOsC0p6Hpsk+QLjJg6VfLuQSSaGjlOCZgdbKfd/+RFO+uIEn8rUAVSNECMWEZXriX
7613t2Saer9fwRPvm2L7DWzgVGkWqQPabumDk3F2xmmFghcCAwEAAaNCMEAwDgYDVR0PAQH/BAQDAgEGMA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYE
FI/wS3+oLkUkrk1Q+mOai97i3Ru8MA0GCSqGSIb3DQEBCwUAA4IBAQBLQNvAUKr+yAzv95ZURUm7lgAJQayzE4aGKAczymvmdLm6AC2upArT9fHxD4q/
c2dKg8dEe3jgr25sbwMpjjM5RcOO5LlXbKr8EpbsU8Yt5CRsuZRj+9xTaGdWPoO4zzUhw8lo/s7awlOqzJCK6fBdRoyV3XpYKBovHd7NADdBj+1EbddT
KJd+82cEHhXXipa0095MJ6RMG3NzdvQXmcIfeg7jLQitChws/zyrVQ4PkX4268NXSb7hLi18YIvDQVETI53O9zJrlAGomecsMx86OyXShkDOOyyGeMlh
LxS67ttVb9+E7gUJTb0o2HLO02JQZR7rkpeDMdmztcpHWD9f`

/** The accepted signers of a list. */
export type Trust = {
  roots: readonly X509Certificate[]
  /** The domain of the signer's certificate. */
  signerDomain?: string
  /** Domains whose revocation lists are fetched; by default only the source's own host. */
  revocationDomains?: readonly string[]
}

/** The FIDO Alliance: its public root, and a signer of its own domain. */
export const fidoAlliance = (): Trust => ({
  roots: [new X509Certificate(Buffer.from(globalSignR3, 'base64'))],
  signerDomain: 'fidoalliance.org',
  revocationDomains: ['globalsign.com', 'fidoalliance.org'],
})

/**
 * Any certificate below the roots in that file (DER, or PEM with one or more). Throws if the file has no certificate.
 */
export function readTrustFile(path: string): Trust {
  const bytes = readFileSync(path)
  const pem = bytes.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)
  try {
    return { roots: (pem ?? [bytes]).map((certificate) => new X509Certificate(certificate)) }
  } catch {
    throw new OperatorError('invalid_settings', `${path} must hold certificates, as PEM or DER`)
  }
}
