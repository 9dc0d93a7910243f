import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '../ui/Card.tsx'
import { Addresses } from './Addresses.tsx'
import styles from './Clients.module.css'
import type { Client } from './queries.ts'

const endpoints = [
  [msg`Authorization endpoint`, '/openid/authorize'],
  [msg`Token endpoint`, '/openid/token'],
  [msg`Userinfo endpoint`, '/openid/userinfo'],
  [msg`JWKS`, '/fido2/v2/.well-known/jwks.json'],
  [msg`End-session endpoint`, '/openid/end-session'],
] as const

/** The address of the metadata that OpenID Connect Discovery 1.0 §4 derives from an issuer. */
export const toMetadataAddress = (issuer: string): string => `${issuer}/.well-known/openid-configuration`

/** Where the program finds the application, and who it is there. */
export function Connection({ issuer, client: { id } }: { issuer: string; client: Client }) {
  const { t, i18n } = useLingui()
  const values = [
    [t`Issuer`, issuer],
    [t`Client ID`, id],
    [t`Metadata`, toMetadataAddress(issuer)],
  ] as const
  return (
    <Card
      title={t({ message: 'Connection', context: 'of a program' })}
      description={t`Most programs need only the issuer or the address of its metadata.`}
    >
      <Addresses values={values} />
      <details className={styles.more}>
        <summary>
          <Trans>Endpoints</Trans>
        </summary>
        <Addresses values={endpoints.map(([name, path]) => [i18n._(name), `${issuer}${path}`])} />
      </details>
    </Card>
  )
}
