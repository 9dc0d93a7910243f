import type { ReactNode } from 'react'
import { Card } from '../ui/Card.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Time } from '../ui/Time.tsx'
import { ConnectorState } from './ConnectorState.tsx'
import type { Connector } from './queries.ts'
import { formatWaiting } from './waiting.ts'

/** Whether events arrive, and how far behind they are. */
export function Status({ connector: { status } }: { connector: Connector }) {
  return (
    <Card title="Delivery">
      <Problem status={status} />
      <Facts>
        <Fact name="State">
          <ConnectorState state={status.state} />
        </Fact>
        <Fact name="Waiting">{formatWaiting(status)}</Fact>
        <Fact name="Delivered">{status.delivered.toLocaleString()}</Fact>
        <Fact name="Last delivery">{status.lastDeliveryAt ? <Time at={status.lastDeliveryAt} /> : 'Never'}</Fact>
        <Fact name="Dead letters">{status.deadLetters.toLocaleString()}</Fact>
        {status.missed > 0 && <Fact name="Deleted before delivery">{status.missed.toLocaleString()}</Fact>}
      </Facts>
    </Card>
  )
}

/** Why nothing is delivered right now, and what happens next. */
function Problem({ status: { state, lastError, nextAttemptAt } }: { status: Connector['status'] }) {
  if (!lastError || state === 'active' || state === 'paused') return null
  return (
    <Notice
      kind={state === 'attention' ? 'danger' : 'warning'}
      title={
        state === 'attention'
          ? 'The connector or its receiver must be fixed'
          : 'The receiver did not accept the last events'
      }
    >
      <p>
        {lastError.message}, <Time at={lastError.at} />. No event is lost: they wait{nextAttempt(nextAttemptAt)}.
      </p>
    </Notice>
  )
}

const nextAttempt = (at: string | undefined): ReactNode =>
  at && (
    <>
      {' '}
      for the next attempt <Time at={at} />
    </>
  )
