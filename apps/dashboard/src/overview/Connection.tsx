import { Plural, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { readAddress } from '../common/applications/address.ts'
import type { Application } from '../common/applications/queries.ts'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import styles from './Connection.module.css'

/** The addresses and IDs by which a website and a backend use the application. */
export function Connection({ application }: { application: Application }) {
  const { t } = useLingui()
  const { id, rpId, origins } = application
  const address = readAddress(application)
  const count = origins.length
  return (
    <Card title={t`Connection`}>
      <dl>
        <Fact name={t`Base URL`}>
          <code>{address}</code>
          <CopyButton text={address} what={t`base URL`} />
        </Fact>
        <Fact name={t`ID`}>
          <code>{id}</code>
          <CopyButton text={id} what={t`ID`} />
        </Fact>
        <Fact name={t`RP ID`}>
          <code>{rpId}</code>
        </Fact>
        <Fact name={<Plural value={count} one="Origin" other="Origins" />}>
          <ul>
            {origins.map((origin) => (
              <li key={origin}>
                <code>{origin}</code>
              </li>
            ))}
          </ul>
        </Fact>
      </dl>
    </Card>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
