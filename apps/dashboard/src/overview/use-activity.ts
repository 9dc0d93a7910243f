import { useSuspenseQueries } from '@tanstack/react-query'
import { addDays, type Days, findRecentDays } from '../common/analytics/days.ts'
import { enrollmentQuery, overviewQuery } from '../common/analytics/queries.ts'

/** The counts of a period that the overview shows. */
type Counts = { signIns: number; rejected: number; newPasskeys: number; byDay: readonly number[] }

/** How much an application is used. */
export type ActivityReport = {
  days: Days
  users: number
  passkeys: number
  now: Counts
  /** The 30 days before. */
  before: Counts
}

/** How much an application was used in the last 30 days, including today, and in the 30 days before. */
export function useActivity(id: string): ActivityReport {
  const days = findRecentDays()
  const earlier = { ...days, from: addDays(days.from, -30), to: addDays(days.from, -1) }
  const [enrollment, now, before] = useSuspenseQueries({
    queries: [enrollmentQuery(id), overviewQuery(days), overviewQuery(earlier)],
  })
  return { days, ...enrollment.data, now: readCounts(now.data, id), before: readCounts(before.data, id) }
}

type Applications = Awaited<ReturnType<NonNullable<ReturnType<typeof overviewQuery>['queryFn']>>>

function readCounts(applications: Applications, id: string): Counts {
  const found = applications.find((application) => application.id === id)
  return {
    signIns: found?.authentications.success ?? 0,
    rejected: found?.authentications.failure ?? 0,
    newPasskeys: found?.registrations.success ?? 0,
    byDay: found?.authenticationsByDay ?? [],
  }
}

/** Whether anyone uses the application. */
export const isInUse = ({ users, now }: ActivityReport): boolean => users > 0 || now.signIns > 0
