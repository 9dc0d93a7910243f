import { Trans, useLingui } from '@lingui/react/macro'
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

function Waiting() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState icon={IconActivity} title={t`Waiting for events`}>
        <Trans>New events appear here about a second after they happen.</Trans>
      </EmptyState>
    </Card>
  )
}

function First({ id }: { id: string }) {
  const { t } = useLingui()
  return (
    <EmptyState icon={IconActivity} title={t`No events yet`} actions={<QuickstartButton id={id} variant="default" />}>
      <Trans>
        Every sign-in, registration, and change of this application appears here, with its time, user, address, and
        reason. Create a passkey in the quickstart to see the first one.
      </Trans>
    </EmptyState>
  )
}

function NoMatch({ filters, hasMore, onFilter }: Pick<Props, 'filters' | 'hasMore' | 'onFilter'>) {
  const { t } = useLingui()
  const hasPeriod = filters.since !== undefined || filters.until !== undefined
  return (
    <EmptyState
      icon={IconFilterOff}
      title={hasMore ? t`No match so far` : t`No event matches`}
      actions={
        <>
          {hasPeriod && (
            <Button variant="default" onClick={() => onFilter(omitPeriod(filters))}>
              <Trans>Search all time</Trans>
            </Button>
          )}
          <Button variant="default" onClick={() => onFilter({})}>
            <Trans>Clear filters</Trans>
          </Button>
        </>
      }
    >
      <Trans>Events must match all filters. Type and reason match the beginning.</Trans>
    </EmptyState>
  )
}
