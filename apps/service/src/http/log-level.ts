import type { LogLevel } from '@thumbturn/contract/vocabulary/log-levels.ts'
import type { FastifyBaseLogger } from 'fastify'

/** Changes the level of a running log. The line that records it is written whatever the levels are. */
export function changeLogLevel(log: FastifyBaseLogger, to: LogLevel, cause: Readonly<Record<string, string>>): void {
  const from = log.level
  log.level = 'info'
  log.info({ from, to, ...cause }, 'Log level changed')
  log.level = to
}
