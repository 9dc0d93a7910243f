import { type TProperties, type TSchema, Type } from 'typebox'
import { patterns } from '../patterns.ts'
import { route } from '../route.ts'
import { countedCeremonies, intervals, reportFormats, seriesMetrics } from '../vocabulary/analytics.ts'
import { choice } from '../vocabulary/choice.ts'
import { ApplicationId, rejections, Strict } from './shapes.ts'

const Count = (description: string, example = 42) => Type.Integer({ description, examples: [example] })
const Share = (description: string) => Type.Number({ description: `${description}, from 0 to 1`, examples: [0.97] })

const Day = (description: string, example: string) =>
  Type.Optional(Type.String({ format: 'date', pattern: patterns.day, description, examples: [example] }))

const period = {
  from: Day('The first day, in the time zone; 30 days including the last one by default', '2026-11-01'),
  to: Day('The last day, in the time zone; today by default', '2026-11-30'),
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      format: 'time-zone',
      description: 'An IANA time zone, in which days begin; UTC by default',
      examples: ['Europe/Berlin'],
    }),
  ),
  format: Type.Optional(
    choice(reportFormats, { description: 'The format of the report; json by default', examples: ['json'] }),
  ),
}

const of = Type.Optional(
  choice(countedCeremonies, {
    description: 'Which ceremonies are counted; authentications by default',
    examples: ['authentications'],
  }),
)

/** The period of every report. */
const covered = {
  from: Type.String({
    format: 'date-time',
    description: 'When the period begins',
    examples: ['2026-10-31T23:00:00.000Z'],
  }),
  to: Type.String({
    format: 'date-time',
    description: 'When the period ends: the first moment after it',
    examples: ['2026-11-30T23:00:00.000Z'],
  }),
  timeZone: Type.String({ examples: ['Europe/Berlin'] }),
}

const Outcomes = (what: string) =>
  Type.Object({ success: Count(`Completed ${what}`), failure: Count(`Rejected ${what} with a known reason`, 3) })

const Ranking = (of: string) =>
  Type.Array(
    Type.Object({
      name: Type.String({ description: of, examples: ['Windows'] }),
      count: Count('How many'),
      share: Share('The share of all'),
    }),
    { description: `Most frequent first; \`unknown\` where the client reported none, \`other\` beyond 200 in a day` },
  )

type Report<Query extends TProperties, Result extends TProperties> = {
  name: string
  title: string
  summary: string
  description: string
  query?: Query
  result: Result
  csv: string
}

const report = <const Query extends TProperties, Result extends TProperties>(given: Report<Query, Result>) =>
  route({
    ...shared,
    method: 'GET',
    path: `/applications/{id}/analytics/${given.name}`,
    access: { kind: 'admin', role: 'viewer' },
    summary: given.summary,
    description: given.description,
    params: Type.Object({ id: ApplicationId }),
    query: Strict({ ...period, ...(given.query as Query) }),
    ok: 200,
    result: Type.Object(given.result, { title: given.title }),
    csv: given.csv,
    canLag: true,
    also: {
      400: 'A day or the time zone is invalid, or the period is too long',
      ...rejections,
      404: 'The application does not exist',
    },
  })

const Actions = {
  registrations: Outcomes('passkey registrations'),
  authentications: Outcomes('verifications of a passkey'),
  transactions: Outcomes('transaction confirmations'),
}

const StartedAndCompleted = Type.Object({ started: Count('Started', 50), completed: Count('Completed', 45) })

const shared = { limit: 'admin', concurrency: 'report', tag: 'analytics' } as const

/** Reports of what happened in an application. */
export const analyticsRoutes = {
  analyticsSummary: report({
    name: 'summary',
    csv: 'metric,name,count\r\nregistrations,success,42\r\n',
    title: 'AnalyticsSummary',
    summary: "Summarize an application's activity",
    description:
      'Returns the counts of a period. They include every event up to a few seconds ago, and outlive the events themselves. Rejected ceremonies beyond `rejectionEvents` per minute are only in `rejectedCalls`.',
    result: {
      ...covered,
      ...Actions,
      mfaFlows: Outcomes('MFA flows'),
      codes: Outcomes('one-time codes'),
      signIns: Type.Object({
        passkey: Count('Sign-ins with a passkey'),
        fallback: Count('Sign-ins without a passkey', 2),
        fallbackShare: Share('The share of sign-ins without a passkey'),
      }),
      users: Type.Object({
        registered: Count('Users who signed up with a passkey'),
        created: Count('Users that a backend created'),
        imported: Count('Users that were imported'),
        deleted: Count('Users that were deleted', 1),
      }),
      rejectedCalls: Count('Rejected calls of all kinds', 7),
    },
  }),
  analyticsSeries: report({
    name: 'series',
    csv: 'start,end,failure,success\r\n2026-10-31T23:00:00.000Z,2026-11-01T23:00:00.000Z,3,42\r\n',
    title: 'AnalyticsSeries',
    summary: 'Count over time',
    description:
      'Returns one metric in intervals of the time zone. Each interval has the names that occur in the period: `success` and `failure`, or kinds.',
    query: {
      metric: choice(seriesMetrics, { description: 'What to count', examples: ['authentications'] }),
      interval: Type.Optional(
        choice(intervals, { description: 'The length of an interval; day by default', examples: ['day'] }),
      ),
    },
    result: {
      ...covered,
      metric: choice(seriesMetrics, { examples: ['authentications'] }),
      interval: choice(intervals, { examples: ['day'] }),
      names: Type.Array(Type.String({ examples: ['success'] }), { description: 'What the counts are of' }),
      intervals: Type.Array(
        Type.Object({
          start: Type.String({ examples: ['2026-10-31T23:00:00.000Z'] }),
          end: Type.String({ examples: ['2026-11-01T23:00:00.000Z'] }),
          counts: Type.Array(Type.Integer({ examples: [42] }), { description: 'One for each of the names' }),
        }),
      ),
    },
  }),
  analyticsDevices: report({
    name: 'devices',
    csv: 'kind,name,count,share\r\nos,Windows,42,0.97\r\n',
    title: 'AnalyticsDevices',
    summary: 'Count devices by operating system and client',
    description: 'Based on what clients reported in completed ceremonies.',
    query: { of },
    result: {
      ...covered,
      of: choice(countedCeremonies, { examples: ['authentications'] }),
      os: Ranking('The operating system'),
      client: Ranking('The browser or app'),
      clientType: Ranking('The type of client'),
    },
  }),
  analyticsAuthenticators: report({
    name: 'authenticators',
    csv: 'aaguid,name,count,share\r\nea9b8d66-4d01-1d21-3ce4-b6b48cb575d4,Google Password Manager,42,0.97\r\n',
    title: 'AnalyticsAuthenticators',
    summary: 'Count authenticator models',
    description: 'Returns the models (AAGUIDs) of the passkeys that were registered or used, most frequent first.',
    query: { of },
    result: {
      ...covered,
      of: choice(countedCeremonies, { examples: ['authentications'] }),
      authenticators: Type.Array(
        Type.Object({
          aaguid: Type.String({ examples: ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4'] }),
          name: Type.Optional(
            Type.String({ description: 'If the model is known', examples: ['Google Password Manager'] }),
          ),
          iconLight: Type.Optional(
            Type.String({ description: 'A data: URI', examples: ['data:image/svg+xml;base64,'] }),
          ),
          iconDark: Type.Optional(
            Type.String({ description: 'A data: URI', examples: ['data:image/svg+xml;base64,'] }),
          ),
          count: Count('How many'),
          share: Share('The share of all'),
        }),
      ),
    },
  }),
  analyticsSignIns: report({
    name: 'sign-ins',
    csv: 'kind,name,count\r\nauthentications,success,42\r\n',
    title: 'AnalyticsSignIns',
    summary: 'Show how sign-ins succeed and fail',
    description:
      'Returns the success rate of passkeys, how long sign-ins take from start to completion, how users sign in, and why ceremonies are rejected.',
    result: {
      ...covered,
      succeeded: Count('Verifications of a passkey'),
      failed: Count('Rejected verifications of a passkey', 1),
      successRate: Type.Optional(Share('succeeded out of all; absent without any')),
      time: Type.Optional(
        Type.Object(
          {
            medianMs: Count('Half of the sign-ins take at most this many milliseconds', 1_900),
            p95Ms: Count('95% of the sign-ins take at most this many milliseconds', 8_400),
            bins: Type.Array(
              Type.Object({
                fromMs: Count('Where the bin starts', 1_722),
                toMs: Count('Where it ends', 2_048),
                count: Count('How many'),
              }),
            ),
          },
          { description: 'Estimated from counts in bins that are 19% wide; absent if there are none' },
        ),
      ),
      methods: Ranking('How users signed in: passkey, otp:email, access_code, …'),
      fallbackShare: Type.Optional(Share('Sign-ins without a passkey; absent without any')),
      errors: Type.Array(
        Type.Object({
          ceremony: Type.String({ description: 'What was rejected', examples: ['authentication'] }),
          reason: Type.String({ description: 'Why, in a few words', examples: ['unknown passkey'] }),
          count: Count('How many', 3),
        }),
        { description: 'Most frequent first' },
      ),
    },
  }),
  analyticsAdoption: report({
    name: 'adoption',
    csv: 'stage,name,count\r\noffered,,120\r\n',
    title: 'AnalyticsAdoption',
    summary: 'Show how users adopt passkeys',
    description:
      'Shows each stage from the offer of a passkey to its creation, what stopped the others, and how sign-ins start and end: with a username, from autofill (each page that offers it starts one), immediate (only with passkeys on this device; without one, they end without a dialog), or without a username in some other way. Starts and client reports are counted once a minute. `unfinished`: the service received no further call, usually because the user closed the dialog or the page.',
    result: {
      ...covered,
      offered: Count('Registrations that were started', 120),
      supported: Count("Registrations on devices that didn't report a lack of support", 118),
      started: Type.Object({
        dialog: Count('With a dialog', 100),
        automatic: Count('Without a dialog, after another kind of sign-in', 20),
      }),
      created: Count('Passkeys that were created', 90),
      dropOffs: Type.Object({
        alreadyExists: Count('The device already had a passkey', 4),
        unsupported: Count('The device does not support this kind of passkey', 2),
        aborted: Count('The client reported that the dialog was canceled or timed out', 6),
        error: Count('Another error, or rejected by the service', 3),
        unfinished: Count('The service received no further call', 15),
      }),
      signIns: Type.Object({
        username: StartedAndCompleted,
        autofill: StartedAndCompleted,
        immediate: StartedAndCompleted,
        usernameless: StartedAndCompleted,
        failed: Count('Errors that clients reported', 5),
      }),
    },
  }),
  analyticsEnrollment: route({
    ...shared,
    method: 'GET',
    path: '/applications/{id}/analytics/enrollment',
    canLag: true,
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Count users with passkeys',
    description:
      'Returns how many users have a passkey, and how many passkeys there are. Counted at most once a minute.',
    params: Type.Object({ id: ApplicationId }),
    ok: 200,
    result: Type.Object(
      {
        users: Count('Users with at least one passkey'),
        passkeys: Count('All passkeys', 61),
        countedAt: Type.String({ examples: ['2026-11-30T12:00:00.000Z'] }),
      },
      { title: 'AnalyticsEnrollment' },
    ),
    also: { ...rejections, 404: 'The application does not exist' },
  }),
  analyticsOverview: route({
    ...shared,
    method: 'GET',
    path: '/analytics/applications',
    canLag: true,
    access: { kind: 'admin', role: 'viewer' },
    summary: 'Summarize all applications',
    description: 'Returns the activity of each application that the caller can see, for one period.',
    query: Strict(period),
    ok: 200,
    result: Type.Object(
      {
        ...covered,
        applications: Type.Array(
          Type.Object({
            id: Type.String({ examples: ['shop'] }),
            name: Type.String({ examples: ['Shop'] }),
            ...Actions,
            newUsers: Count('Users who were added'),
            authenticationsByDay: Type.Optional(
              Type.Array(Type.Integer({ examples: [42] }), {
                description: 'Verifications of a passkey per day, if the period has at most 366 days',
              }),
            ),
          }),
        ),
      },
      { title: 'AnalyticsOverview' },
    ),
    csv: 'application,metric,name,count\r\nshop,registrations,success,42\r\n',
    also: { 400: 'A day or the time zone is invalid, or the period is too long', ...rejections },
  }),
} as const satisfies Readonly<Record<string, { result: TSchema }>>
