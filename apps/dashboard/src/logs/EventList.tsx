import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Filters } from '../common/events/filters.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { EventPanel } from './EventPanel.tsx'
import { EventTable, EventTablePlaceholder } from './EventTable.tsx'
import { mergeEvents } from './events.ts'
import styles from './Logs.module.css'
import { NoEvents } from './NoEvents.tsx'
import { OlderEvents } from './OlderEvents.tsx'
import { exportUrl, streamUrl } from './queries.ts'
import { TailBar } from './TailBar.tsx'
import { useHistory } from './use-history.ts'
import { mostEvents, useTail } from './use-tail.ts'

type Props = { id: string; filters: Filters; onFilter: (filters: Filters) => void }

/** The events that match, newest first, with the tail above them while it is on. */
export function EventList({ id, filters, onFilter }: Props) {
  const { t } = useLingui()
  const [wasStarted, setLive] = useState(false)
  const isLive = wasStarted && filters.until === undefined
  const tail = useTail(isLive ? streamUrl(id, filters) : undefined)
  const history = useHistory(id, filters, tail.state)
  const [shownId, setShownId] = useState<string>()
  const events = mergeEvents([tail.events, history.events], isLive ? mostEvents : undefined)
  const newIds = new Set(tail.events.map(({ uuid }) => uuid))
  const index = events.findIndex(({ uuid }) => uuid === shownId)
  const shown = events[index]
  async function stop() {
    setLive(false)
    await history.restart()
    tail.clear()
  }
  if (history.error && events.length === 0)
    return <ErrorState error={history.error} onRetry={() => void history.restart()} />
  return (
    <section className={styles.list} aria-label={t`Events`}>
      <div className={styles.bar}>
        <TailBar tail={tail} isAllowed={filters.until === undefined} onStart={() => setLive(true)} onStop={stop} />
        <Button
          component="a"
          href={exportUrl(id, filters)}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
        >
          <Trans>Export JSON Lines</Trans>
        </Button>
      </div>
      {history.isPending && events.length === 0 ? (
        <EventTablePlaceholder />
      ) : events.length > 0 ? (
        <Card flush>
          <EventTable id={id} events={events} newIds={newIds} shownId={shownId} onShow={setShownId} />
        </Card>
      ) : (
        <NoEvents id={id} filters={filters} isLive={isLive} hasMore={history.next !== undefined} onFilter={onFilter} />
      )}
      <OlderEvents history={history} isLive={isLive} hasEvents={events.length > 0} />
      {shown && (
        <EventPanel
          id={id}
          event={shown}
          newer={events[index - 1]}
          older={events[index + 1]}
          filters={filters}
          onFilter={onFilter}
          onShow={setShownId}
          onClose={() => setShownId(undefined)}
        />
      )}
    </section>
  )
}
