import { Trans, useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { memo } from 'react'
import { Link } from 'react-router'
import { EventType } from '../common/events/EventType.tsx'
import { describeClient, describeType, type Event, readUsername } from '../common/events/event.ts'
import { Reason } from '../common/service-texts/Reason.tsx'
import { translate } from '../common/service-texts/translate.ts'
import { InlineCode } from '../ui/InlineCode.tsx'
import styles from './EventTable.module.css'
import { Severity } from './Severity.tsx'
import { formatExactTime, formatRowTime } from './times.ts'

type Props = {
  id: string
  events: readonly Event[]
  /** Events that came while the page followed. */
  newIds: ReadonlySet<string>
  shownId: string | undefined
  onShow: (uuid: string) => void
}

/** Events in rows, each of which opens its details. */
export function EventTable({ id, events, newIds, shownId, onShow }: Props) {
  const { t } = useLingui()
  return (
    <table className={styles.table} aria-label={t`Events`}>
      <Head />
      <tbody>
        {events.map((event) => (
          <Row
            key={event.uuid}
            id={id}
            event={event}
            isNew={newIds.has(event.uuid)}
            isShown={event.uuid === shownId}
            onShow={onShow}
          />
        ))}
      </tbody>
    </table>
  )
}

function Head() {
  const { t } = useLingui()
  const columns = [
    t({ message: 'Time', context: 'event' }),
    t`Severity`,
    t`Event`,
    t`User`,
    t({ message: 'From', context: 'address' }),
    t`Reason`,
  ]
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type RowProps = { id: string; event: Event; isNew: boolean; isShown: boolean; onShow: Props['onShow'] }

const Row = memo(function Row({ id, event, isNew, isShown, onShow }: RowProps) {
  const { t } = useLingui()
  const { uuid, eventId, severity, timestamp, userId, username, srcAddr, reason } = event
  const summary = translate(event.msg)
  return (
    <tr data-new={isNew || undefined} data-shown={isShown || undefined}>
      <td className={styles.time}>
        <time dateTime={new Date(timestamp).toISOString()} title={formatExactTime(timestamp)}>
          {formatRowTime(timestamp)}
        </time>
      </td>
      <td>
        <Severity severity={severity} />
      </td>
      <td className={styles.type}>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onShow(uuid)}
          title={summary.text}
          lang={summary.language}
        >
          <span>
            <InlineCode text={describeType(summary.text)} />
          </span>{' '}
          <small>
            <EventType type={eventId} />
          </small>
        </button>
      </td>
      <td className={styles.user}>
        {userId ? (
          <Link to={`/applications/${id}/users/${userId}`} title={t`User ${userId}`}>
            {username ?? <code>{userId.slice(0, 8)}</code>}
          </Link>
        ) : (
          readUsername(event)
        )}
      </td>
      <td className={styles.from}>
        <span>{srcAddr}</span> <small>{describeClient(event)}</small>
      </td>
      <td className={styles.reason}>{reason && <Reason reason={reason} />}</td>
    </tr>
  )
})

const placeholders = ['46%', '38%', '52%', '41%', '35%', '49%', '44%', '39%', '50%', '42%']

/** The shape of the table while the first page is on its way. */
export function EventTablePlaceholder() {
  return (
    <div className={styles.placeholder} role="status">
      <span className="visually-hidden">
        <Trans>Loading events…</Trans>
      </span>
      {placeholders.map((width) => (
        <div key={width}>
          <Skeleton height={10} width="6.5rem" />
          <Skeleton height={10} width="4rem" />
          <Skeleton height={10} width={width} />
        </div>
      ))}
    </div>
  )
}
