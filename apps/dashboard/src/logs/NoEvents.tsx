import { Button } from '@mantine/core'
import { IconActivity, IconFilterOff } from '@tabler/icons-react'
import { QuickstartButton } from '../common/applications/QuickstartButton.tsx'
import { type Filters, omitPeriod, writeFilters } from '../common/events/filters.ts'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

type Props = {
  id: string
  filters: Filters
  isLive: boolean
  /** Older events have not been searched yet. */
  hasMore: boolean
  onFilter: (filters: Filters) => void
}

/** Says why there is nothing to see, and what to do about it. */
export function NoEvents({ id, filters, isLive, hasMore, onFilter }: Props) {
  const isFiltered = writeFilters(filters).size > 0
  if (isLive && !isFiltered) return <Waiting />
  return (
    <Card>{isFiltered ? <NoMatch filters={filters} hasMore={hasMore} onFilter={onFilter} /> : <First id={id} />}</Card>
  )
}

const Waiting = () => (
  <Card>
    <EmptyState icon={IconActivity} title="Waiting for events">
      New events appear here about a second after they happen.
    </EmptyState>
  </Card>
)

function First({ id }: { id: string }) {
  return (
    <EmptyState icon={IconActivity} title="No events yet" actions={<QuickstartButton id={id} variant="default" />}>
      Every sign-in, registration, and change of this application appears here, with its time, user, address, and
      reason. Create a passkey in the quickstart to see the first one.
    </EmptyState>
  )
}

function NoMatch({ filters, hasMore, onFilter }: Pick<Props, 'filters' | 'hasMore' | 'onFilter'>) {
  const hasPeriod = filters.since !== undefined || filters.until !== undefined
  return (
    <EmptyState
      icon={IconFilterOff}
      title={hasMore ? 'No match so far' : 'No event matches'}
      actions={
        <>
          {hasPeriod && (
            <Button variant="default" onClick={() => onFilter(omitPeriod(filters))}>
              Search all time
            </Button>
          )}
          <Button variant="default" onClick={() => onFilter({})}>
            Clear filters
          </Button>
        </>
      }
    >
      Events must match all filters. Type and reason match the beginning.
    </EmptyState>
  )
}
