import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A certificate and the authority that issued it, in PEM, with the paths of the files. */
export type TestCertificate = { key: string; cert: string; authority: string; keyPath: string; certPath: string }

/** Issues a certificate for host names, by an authority of its own, and keeps both in an empty folder. Needs OpenSSL. */
export function createCertificate(folder: string, hosts: readonly string[] = ['localhost']): TestCertificate {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const authority = ['-x509', '-subj', '/CN=Test', '-addext', 'basicConstraints=critical,CA:TRUE', '-days', '2']
  openssl('req', ...newKey, ...authority, '-keyout', 'authority.key', '-out', 'authority.pem')
  openssl('req', ...newKey, '-subj', `/CN=${hosts[0]}`, '-keyout', 'server.key', '-out', 'server.csr')
  const names = hosts.map((host) => `DNS:${host}`).join()
  writeFileSync(join(folder, 'extensions'), `subjectAltName=${names}\nextendedKeyUsage=serverAuth\n`)
  const issue = ['-CA', 'authority.pem', '-CAkey', 'authority.key', '-CAcreateserial', '-days', '2']
  openssl('x509', '-req', '-in', 'server.csr', ...issue, '-extfile', 'extensions', '-out', 'server.pem')
  const [keyPath, certPath] = [join(folder, 'server.key'), join(folder, 'server.pem')]
  const read = (path: string) => readFileSync(path, 'utf8')
  return {
    key: read(keyPath),
    cert: read(certPath),
    authority: read(join(folder, 'authority.pem')),
    keyPath,
    certPath,
  }
}
