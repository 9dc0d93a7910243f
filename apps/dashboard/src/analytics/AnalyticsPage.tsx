import { useLingui } from '@lingui/react/macro'
import { useSuspenseQueries } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NavLink, useLocation, useParams } from 'react-router'
import { enrollmentQuery } from '../common/analytics/queries.ts'
import { ApplicationPage } from '../common/applications/ApplicationPage.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { UnknownPage } from '../ui/UnknownPage.tsx'
import type { ReportProps } from './Activity.tsx'
import styles from './Analytics.module.css'
import { Filters } from './Filters.tsx'
import { NothingYet } from './NothingYet.tsx'
import { type Summary, summaryQuery } from './queries.ts'
import { ReportPlaceholder } from './ReportPlaceholder.tsx'
import { reports } from './reports.ts'
import { useView } from './use-view.ts'

/** The activity of an application, as reports. The address has everything that they show. */
export function AnalyticsPage() {
  const { t } = useLingui()
  const { applicationId = '', report = '' } = useParams()
  const { view, change } = useView()
  if (!reports.some(({ path }) => path === report)) return <UnknownPage />
  return (
    <ApplicationPage
      id={applicationId}
      title={t`Analytics`}
      description={t`How users sign up and sign in. Counts are at most a few seconds old.`}
    >
      <ReportTabs id={applicationId} />
      <Filters view={view} change={change} />
      <Boundary key={`${applicationId}/${report}`} placeholder={<ReportPlaceholder />}>
        <Content id={applicationId} view={view} change={change} path={report} />
      </Boundary>
    </ApplicationPage>
  )
}

function ReportTabs({ id }: { id: string }) {
  const { t } = useLingui()
  const { pathname, search } = useLocation()
  const tabs = useRef<HTMLElement>(null)
  // On a phone, not all of them are visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another current tab
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <nav ref={tabs} className={styles.reports} aria-label={t`Reports`}>
      {reports.map(({ path, title }) => (
        <NavLink key={path} to={{ pathname: `/applications/${id}/analytics${path && `/${path}`}`, search }} end>
          {t(title)}
        </NavLink>
      ))}
    </nav>
  )
}

function Content({ path, ...props }: ReportProps & { path: string }) {
  const [enrollment, summary] = useSuspenseQueries({
    queries: [enrollmentQuery(props.id), summaryQuery(props.id, props.view)],
  })
  if (enrollment.data.users === 0 && isEmpty(summary.data)) return <NothingYet id={props.id} />
  const { Report } = reports.find((report) => report.path === path)!
  return <Report {...props} />
}

const isEmpty = ({ registrations, authentications, mfaFlows, codes, users }: Summary) =>
  [registrations, authentications, mfaFlows, codes, users].every((counts) =>
    Object.values(counts).every((count) => count === 0),
  )
