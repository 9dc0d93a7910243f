import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { OperatorError } from '../core/errors.ts'

/**
 * Trusts the certificates of a file (PEM) besides the public ones, in every later TLS connection of this process that names no
 * others.
 * @throws OperatorError that names the setting
 */
export function trustAuthorities(path: string): void {
  setDefaultCACertificates([...getCACertificates('default'), ...readCertificates(path)])
}

function readCertificates(path: string): string[] {
  const found = readFileSync(path, 'utf8').match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? []
  try {
    if (found.length > 0) return found.map((pem) => new X509Certificate(pem).toString())
  } catch {}
  throw new OperatorError('invalid_settings', `CA_FILE must contain certificates in PEM: ${path}`)
}
