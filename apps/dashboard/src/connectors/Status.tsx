import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '../ui/Card.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { formatCount } from '../ui/numbers.ts'
import { Time } from '../ui/Time.tsx'
import { ConnectorState } from './ConnectorState.tsx'
import type { Connector } from './queries.ts'
import { formatWaiting } from './waiting.ts'

/** Whether events arrive, and how far behind they are. */
export function Status({ connector: { status } }: { connector: Connector }) {
  const { t } = useLingui()
  return (
    <Card title={t`Delivery`}>
      <Problem status={status} />
      <Facts>
        <Fact name={t`State`}>
          <ConnectorState state={status.state} />
        </Fact>
        <Fact name={t`Waiting`}>{formatWaiting(status)}</Fact>
        <Fact name={t`Delivered`}>{formatCount(status.delivered)}</Fact>
        <Fact name={t`Last delivery`}>
          {status.lastDeliveryAt ? <Time at={status.lastDeliveryAt} /> : t({ message: 'Never', context: 'delivery' })}
        </Fact>
        <Fact name={t`Dead letters`}>{formatCount(status.deadLetters)}</Fact>
        {status.missed > 0 && <Fact name={t`Deleted before delivery`}>{formatCount(status.missed)}</Fact>}
      </Facts>
    </Card>
  )
}

/** Why nothing is delivered right now, and what happens next. */
function Problem({ status: { state, lastError, nextAttemptAt } }: { status: Connector['status'] }) {
  const { t } = useLingui()
  if (!lastError || state === 'active' || state === 'paused') return null
  const error = lastError.message
  return (
    <Notice
      kind={state === 'attention' ? 'danger' : 'warning'}
      title={
        state === 'attention'
          ? t`The connector or its receiver must be fixed`
          : t`The receiver did not accept the last events`
      }
    >
      <p>
        {nextAttemptAt ? (
          <Trans>
            {error}, <Time at={lastError.at} />. No event is lost: they wait for the next attempt{' '}
            <Time at={nextAttemptAt} />.
          </Trans>
        ) : (
          <Trans>
            {error}, <Time at={lastError.at} />. No event is lost: they wait.
          </Trans>
        )}
      </p>
    </Notice>
  )
}
