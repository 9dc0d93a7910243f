import { Button } from '@mantine/core'
import { HomeLink } from '../failures/Failure.tsx'
import { appId } from '../session/session.ts'
import { baseUrlPath } from '../session/thumbturn.ts'
import { LiveRegion, Notice } from '../ui/Notice.tsx'
import styles from './ConnectionStatus.module.css'
import { type Connection, useConnection } from './connection.ts'

/** Who answers, for the foot of the page. */
export function ConnectionStatus() {
  const { data, isError } = useConnection()
  const { state, text } = describe(data, isError)
  return (
    <dl className={styles.facts}>
      <div>
        <dt>Service</dt>
        <dd className={styles.service} data-state={state}>
          {text}
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

function describe(connection: Connection | undefined, isError: boolean) {
  if (isError) return { state: 'down', text: 'not answering' }
  if (!connection) return { state: 'asking', text: 'asking…' }
  if ('refusal' in connection) return { state: 'down', text: 'at another address' }
  return { state: 'up', text: `version ${connection.version}` }
}

/** Says that nothing can work here until the service is there, and looks again by itself. */
export function ConnectionNotice() {
  const { data, isError } = useConnection()
  return (
    <div className={styles.notice}>
      <LiveRegion>
        {isError && <Unreachable />}
        {!isError && data && 'refusal' in data && (
          <Notice tone="bad" title="The demo is not at this address" action={<HomeLink />}>
            The service answered: {data.refusal}.
          </Notice>
        )}
      </LiveRegion>
    </div>
  )
}

function Unreachable() {
  const { isFetching, refetch } = useConnection()
  const again = (
    <Button size="xs" variant="default" onClick={() => refetch()} aria-busy={isFetching}>
      Try again
    </Button>
  )
  return (
    <Notice tone="bad" title="The service does not answer" action={again}>
      Start it with <code>npm start</code>. This page notices by itself when it is back.
    </Notice>
  )
}
