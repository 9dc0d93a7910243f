import { Button } from '@mantine/core'
import { appId } from '../session/session.ts'
import { baseUrlPath } from '../session/thumbturn.ts'
import { LiveRegion, Notice } from '../ui/Notice.tsx'
import styles from './ConnectionStatus.module.css'
import { useConnection } from './connection.ts'

/** Who answers, for the foot of the page. */
export function ConnectionStatus() {
  const { data: version, isError } = useConnection()
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Service</dt>
        <dd className={styles.service} data-state={isError ? 'down' : version ? 'up' : 'asking'}>
          {isError ? 'not answering' : version ? `version ${version}` : 'asking…'}
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

/** Says that nothing can work until the service is there, and looks again by itself. */
export function ConnectionNotice() {
  const { isError, isFetching, refetch } = useConnection()
  const again = (
    <Button size="xs" variant="default" onClick={() => refetch()} aria-busy={isFetching}>
      Try again
    </Button>
  )
  return (
    <div className={styles.notice}>
      <LiveRegion>
        {isError && (
          <Notice tone="bad" title="The service does not answer" action={again}>
            Start it with <code>npm start</code>. This page notices by itself when it is back.
          </Notice>
        )}
      </LiveRegion>
    </div>
  )
}
