import type { LogLevel } from '@thumbturn/contract/vocabulary/log-levels.ts'
import type { FastifyBaseLogger } from 'fastify'
import { changeLogLevel } from '../http/log-level.ts'

/** SIGUSR2 switches to `debug`, and from there back to `usual`. SIGUSR1 belongs to Node's inspector; Windows has neither. */
export function toggleDebugOnSignal(log: FastifyBaseLogger, usual: LogLevel): void {
  if (process.platform === 'win32') return
  const other = usual === 'debug' ? 'info' : 'debug'
  process.on('SIGUSR2', () => changeLogLevel(log, log.level === other ? usual : other, { reason: 'received SIGUSR2' }))
}
