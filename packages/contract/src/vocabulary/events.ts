/** How important an event is to an operator, least important first. */
export const severities = ['info', 'notice', 'warning', 'critical'] as const

export type Severity = (typeof severities)[number]

/** The subjects of an event's call, besides the application. */
export const eventSubjects = ['userId', 'passkeyId', 'deviceId'] as const

export type EventSubject = (typeof eventSubjects)[number]
