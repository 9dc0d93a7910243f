/** How much the service logs, from least to most; `silent` logs nothing. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const

export type LogLevel = (typeof logLevels)[number]
