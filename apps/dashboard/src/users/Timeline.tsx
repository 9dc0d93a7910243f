import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { describeClient, type Event } from '../common/events/event.ts'
import { logsPath } from '../common/events/filters.ts'
import { Reason } from '../common/service-texts/Reason.tsx'
import { translate } from '../common/service-texts/translate.ts'
import { userEventsQuery } from '../common/users/queries.ts'
import { Card } from '../ui/Card.tsx'
import { Time } from '../ui/Time.tsx'
import styles from './Users.module.css'

/** The events of a user, newest first. */
export function Timeline({ id, userId }: { id: string; userId: string }) {
  const { t } = useLingui()
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(userEventsQuery(id, userId))
  const events = data.pages.flatMap((page) => page.events)
  return (
    <Card
      title={t`Timeline`}
      flush
      actions={
        <Button variant="default" size="xs" component={Link} to={logsPath(id, { user: userId })}>
          <Trans>Open in logs</Trans>
        </Button>
      }
    >
      <ol aria-label={t`Events`}>
        {events.map((event) => (
          <Entry key={event.uuid} event={event} />
        ))}
      </ol>
      {(hasNextPage || events.length === 0) && (
        <div className={styles.foot}>
          {events.length === 0 && !hasNextPage && (
            <p>
              <Trans>No events. Events are deleted at the end of their retention.</Trans>
            </p>
          )}
          {hasNextPage && (
            <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              <Trans>Load older</Trans>
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}

/** In English, each event on the page of one user is theirs: “Signed in with a passkey.” */
const describeOwnEvent = (text: string) => text.replace(/^A user (\w)/, (_, first: string) => first.toUpperCase())

function Entry({ event }: { event: Event }) {
  const { msg, eventId, timestamp, reason, srcAddr } = event
  const summary = translate(msg)
  const origin = [describeClient(event), srcAddr].filter(Boolean).join(' · ')
  return (
    <li className={styles.event}>
      <div>
        <span lang={summary.language}>{describeOwnEvent(summary.text)}</span> <code>{eventId}</code>
        {(origin || reason) && (
          <small>
            {origin}
            {origin && reason && ' · '}
            {reason && <Reason reason={reason} />}
          </small>
        )}
      </div>
      <Time at={new Date(timestamp).toISOString()} />
    </li>
  )
}
