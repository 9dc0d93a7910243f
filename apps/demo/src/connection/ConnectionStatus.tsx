import { Button } from '@mantine/core'
import { HomeLink } from '../failures/Failure.tsx'
import { appId } from '../session/session.ts'
import { baseUrlPath } from '../session/thumbturn.ts'
import { LiveRegion, Notice } from '../ui/Notice.tsx'
import styles from './ConnectionStatus.module.css'
import { type Connection, useConnection } from './connection.ts'

/** The service's status, for the footer. */
export function ConnectionStatus() {
  const { data } = useConnection()
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Service</dt>
        <dd className={styles.service} data-state={data?.state}>
          {describe(data)}
        </dd>
      </div>
      <div>
        <dt>Application</dt>
        <dd>
          <code>{appId}</code>
        </dd>
      </div>
      <div>
        <dt>API</dt>
        <dd>
          <code>{baseUrlPath}/fido2/v2</code>
        </dd>
      </div>
    </dl>
  )
}

function describe(connection: Connection | undefined): string {
  if (!connection) return 'asking…'
  if (connection.state === 'up') return `version ${connection.version}`
  return connection.state === 'down' ? 'not answering' : 'at another address'
}

/** Explains that the service is unreachable, and checks again automatically. */
export function ConnectionNotice() {
  const { data, refetch } = useConnection()
  return (
    <div className={styles.notice}>
      <LiveRegion>
        {data?.state === 'down' && <Unreachable onRetry={() => void refetch()} />}
        {data?.state === 'elsewhere' && (
          <Notice tone="bad" title="The demo isn’t at this address" action={<HomeLink />}>
            The service responded: {data.reason}.
          </Notice>
        )}
      </LiveRegion>
    </div>
  )
}

function Unreachable({ onRetry }: { onRetry: () => void }) {
  const again = (
    <Button size="xs" variant="default" onClick={onRetry}>
      Try again
    </Button>
  )
  return (
    <Notice tone="bad" title="The service isn’t responding" action={again}>
      Check that it is running. This page reconnects automatically.
    </Notice>
  )
}
