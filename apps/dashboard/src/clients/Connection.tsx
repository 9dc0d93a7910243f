import { Card } from '../ui/Card.tsx'
import { Addresses } from './Addresses.tsx'
import styles from './Clients.module.css'
import type { Client } from './queries.ts'

const endpoints = [
  ['Authorization endpoint', '/openid/authorize'],
  ['Token endpoint', '/openid/token'],
  ['Userinfo endpoint', '/openid/userinfo'],
  ['JWKS', '/fido2/v2/.well-known/jwks.json'],
  ['End-session endpoint', '/openid/end-session'],
] as const

/** The address of the metadata that OpenID Connect Discovery 1.0 §4 derives from an issuer. */
export const toMetadataAddress = (issuer: string): string => `${issuer}/.well-known/openid-configuration`

/** Where the program finds the application, and who it is there. */
export function Connection({ issuer, client: { id } }: { issuer: string; client: Client }) {
  const values = [
    ['Issuer', issuer],
    ['Client ID', id],
    ['Metadata', toMetadataAddress(issuer)],
  ] as const
  return (
    <Card title="Connection" description="Most programs need only the issuer or the address of its metadata.">
      <Addresses values={values} />
      <details className={styles.more}>
        <summary>Endpoints</summary>
        <Addresses values={endpoints.map(([name, path]) => [name, `${issuer}${path}`])} />
      </details>
    </Card>
  )
}
