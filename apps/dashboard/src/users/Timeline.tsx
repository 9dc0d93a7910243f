import { Button } from '@mantine/core'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Card } from '../ui/Card.tsx'
import { Time } from '../ui/Time.tsx'
import { userEventsQuery } from './queries.ts'
import styles from './Users.module.css'

/** What happened to a user lately. */
export function Timeline({ id, userId }: { id: string; userId: string }) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(userEventsQuery(id, userId))
  const events = data.pages.flatMap((page) => page.events)
  return (
    <Card title="Timeline" flush>
      <ol aria-label="Events">
        {events.map(({ uuid, msg, eventId, timestamp }) => (
          <li key={uuid} className={styles.event}>
            <div>
              {msg} <code>{eventId}</code>
            </div>
            <Time at={new Date(timestamp).toISOString()} />
          </li>
        ))}
      </ol>
      {(hasNextPage || events.length === 0) && (
        <div className={styles.foot}>
          {events.length === 0 && <p>No recent events.</p>}
          {hasNextPage && (
            <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Search older events
            </Button>
          )}
        </div>
      )}
    </Card>
  )
}
