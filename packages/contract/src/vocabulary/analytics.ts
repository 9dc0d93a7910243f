/** The lengths of the intervals of a series. Weeks begin on Monday. */
export const intervals = ['hour', 'day', 'week', 'month'] as const

export type Interval = (typeof intervals)[number]

/** The metrics that can be shown over time. */
export const seriesMetrics = [
  'registrations',
  'authentications',
  'transactions',
  'mfaFlows',
  'codes',
  'signIns',
  'users',
  'events',
  'rejectedCalls',
] as const

export type SeriesMetric = (typeof seriesMetrics)[number]

/** The ceremonies that devices and authenticators are counted for. */
export const countedCeremonies = ['authentications', 'registrations'] as const

export type CountedCeremony = (typeof countedCeremonies)[number]

/** How a report is returned. */
export const reportFormats = ['json', 'csv'] as const

export type ReportFormat = (typeof reportFormats)[number]
