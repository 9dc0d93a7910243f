import type { ReactNode } from 'react'
import { readAddress } from '../common/applications/address.ts'
import type { Application } from '../common/applications/queries.ts'
import { Card } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import styles from './Connection.module.css'

/** The addresses and IDs by which a website and a backend use the application. */
export function Connection({ application }: { application: Application }) {
  const { id, rpId, origins } = application
  const address = readAddress(application)
  return (
    <Card title="Connection">
      <dl>
        <Fact name="Base URL">
          <code>{address}</code>
          <CopyButton text={address} what="base URL" />
        </Fact>
        <Fact name="ID">
          <code>{id}</code>
          <CopyButton text={id} what="ID" />
        </Fact>
        <Fact name="RP ID">
          <code>{rpId}</code>
        </Fact>
        <Fact name={origins.length === 1 ? 'Origin' : 'Origins'}>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
