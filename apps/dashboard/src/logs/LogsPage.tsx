import { useLingui } from '@lingui/react/macro'
import { useParams, useSearchParams } from 'react-router'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { type Filters, readFilters, writeFilters } from '../common/events/filters.ts'
import { EventList } from './EventList.tsx'
import { FilterBar } from './FilterBar.tsx'
import { Retention } from './Retention.tsx'
import { SavedFilters } from './SavedFilters.tsx'

/** The events of an application. The address holds the filters, so that a search can be shared and linked to. */
export function LogsPage() {
  const { t } = useLingui()
  const { applicationId = '' } = useParams()
  const [parameters, setParameters] = useSearchParams()
  const filters = readFilters(parameters)
  const setFilters = (next: Filters) => setParameters(writeFilters(next))
  return (
    <ApplicationPage
      id={applicationId}
      title={t`Logs`}
      description={<Retention id={applicationId} />}
      actions={<SavedFilters id={applicationId} filters={filters} onChange={setFilters} />}
      isWide
    >
      <FilterBar id={applicationId} filters={filters} onChange={setFilters} />
      <EventList key={applicationId} id={applicationId} filters={filters} onFilter={setFilters} />
    </ApplicationPage>
  )
}
