import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { hasStatus } from '../api/failure.ts'
import type { Event } from '../common/events/event.ts'
import { type FilterName, type Filters, logsPath } from '../common/events/filters.ts'
import { describeReason } from '../common/service-texts/describe-reason.ts'
import { Reason } from '../common/service-texts/Reason.tsx'
import { userQuery } from '../common/users/queries.ts'
import { Badge } from '../ui/Badge.tsx'
import { formatRelative } from '../ui/times.ts'
import { type Action, EventFact } from './EventFact.tsx'
import styles from './EventPanel.module.css'
import { isPseudonym } from './events.ts'
import { formatExactTime, formatMicroseconds } from './times.ts'
import { describeFact } from './types.ts'

type Props = {
  id: string
  event: Event
  filters: Filters
  onFilter: (filters: Filters) => void
  onClose: () => void
}

/** The fields of an event, each with what can be done with it. */
export function EventFacts({ id, event, filters, onFilter, onClose }: Props) {
  const { t, i18n } = useLingui()
  const show: Show = (what, name, value) => ({
    label: i18n._(what),
    onClick: () => {
      onClose()
      onFilter({ ...filters, [name]: value })
    },
  })
  const { timestamp, uuid, traceId, responseTimeUsec } = event
  return (
    <>
      <dl className={styles.facts}>
        <EventFact name={t({ message: 'Time', context: 'event' })} value={new Date(timestamp).toISOString()}>
          {formatExactTime(timestamp)} <small>{formatRelative(new Date(timestamp).toISOString())}</small>
        </EventFact>
        <OriginFacts id={id} event={event} show={show} />
        {traceId && (
          <EventFact name={t`Trace ID`} value={traceId}>
            <code>{traceId}</code>{' '}
            <Link to={logsPath(id, { traceId })} onClick={onClose}>
              <Trans>All events of this call</Trans>
            </Link>
          </EventFact>
        )}
        {responseTimeUsec !== undefined && (
          <EventFact name={t`Response time`}>{formatMicroseconds(responseTimeUsec)}</EventFact>
        )}
        <EventFact name={t`Event ID`} value={uuid}>
          <code>{uuid}</code>
        </EventFact>
      </dl>
      <DetailFacts event={event} show={show} />
    </>
  )
}

/** An action that shows only the events with a value. */
type Show = (what: MessageDescriptor, name: FilterName, value: string) => Action

/** The origin of the event: user, address, passkey, and reason. */
function OriginFacts({ id, event, show }: { id: string; event: Event; show: Show }) {
  const { t } = useLingui()
  const { userId, reason, srcAddr, passkeyId, deviceId } = event
  return (
    <>
      {userId && (
        <EventFact name={t`User`} value={userId} action={show(msg`Show only events of this user`, 'user', userId)}>
          <UserLink id={id} userId={userId} /> <code>{userId}</code>
        </EventFact>
      )}
      {reason && (
        <EventFact
          name={t`Reason`}
          value={reason}
          action={show(msg`Show only events with this reason`, 'reason', reason)}
        >
          <Reason reason={reason} />
          {describeReason(reason).text !== reason && (
            <small className={styles.description} lang="en">
              {reason}
            </small>
          )}
        </EventFact>
      )}
      {srcAddr && (
        <EventFact
          name={t`Address`}
          value={srcAddr}
          action={show(msg`Show only events from this address`, 'address', srcAddr)}
        >
          <FactValue value={srcAddr} />
        </EventFact>
      )}
      {passkeyId && (
        <EventFact
          name={t`Passkey`}
          value={passkeyId}
          action={show(msg`Show only events of this passkey`, 'passkey', passkeyId)}
        >
          <code>{passkeyId}</code>
        </EventFact>
      )}
      {deviceId && (
        <EventFact
          name={t`Device`}
          value={deviceId}
          action={show(msg`Show only events of this device`, 'device', deviceId)}
        >
          <code>{deviceId}</code>
        </EventFact>
      )}
    </>
  )
}

/** The facts that depend on the type of the event. */
function DetailFacts({ event: { eventId, detail = {} }, show }: { event: Event; show: Show }) {
  const facts = Object.entries(detail).map(([name, value]) => [name, String(value)] as const)
  if (facts.length === 0) return null
  return (
    <>
      <h3 className={styles.detailTitle}>
        <Trans context="facts of an event">Detail</Trans>
      </h3>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <EventFact
            key={name}
            name={name}
            description={describeFact(eventId, name)}
            value={value}
            action={show(msg`Show only events with this fact`, 'detail', `${name}:${value}`)}
          >
            <FactValue value={value} />
          </EventFact>
        ))}
      </dl>
    </>
  )
}

const FactValue = ({ value }: { value: string }): ReactNode => (
  <>
    <code>{value}</code>{' '}
    {isPseudonym(value) && (
      <Badge>
        <Trans>Keyed hash</Trans>
      </Badge>
    )}
  </>
)

/** The username with a link, or a note if the user was deleted. */
function UserLink({ id, userId }: { id: string; userId: string }) {
  const { t } = useLingui()
  const { data, error } = useQuery(userQuery(id, userId))
  if (hasStatus(error, 404))
    return (
      <Badge>
        <Trans context="user">Deleted</Trans>
      </Badge>
    )
  return <Link to={`/applications/${id}/users/${userId}`}>{data?.username ?? t`Show user`}</Link>
}
