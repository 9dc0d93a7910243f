import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { formatLogLine } from './pretty-log.ts'

/** How lines are written: pretty on a terminal, JSON elsewhere, unless `LOG_FORMAT` decides. */
export const chooseLogFormat = (
  { LOG_FORMAT }: Pick<Config, 'LOG_FORMAT'>,
  { isTTY }: Pick<NodeJS.WriteStream, 'isTTY'> = process.stdout,
): 'json' | 'pretty' => LOG_FORMAT ?? (isTTY ? 'pretty' : 'json')

/** The log of the service, on standard output. */
export function createLog(config: Pick<Config, 'LOG_FORMAT' | 'LOG_LEVEL'>): Logger {
  const options = { level: config.LOG_LEVEL }
  return chooseLogFormat(config) === 'pretty' ? pino(options, prettyOutput) : pino(options, openJsonOutput())
}

// Lines are written in the thread pool, so a stalled reader doesn't block the service. Without a minimum length, flushing wouldn't
// wait for the line that is being written.
const openJsonOutput = () => pino.destination({ minLength: 1 })

/**
 * Resolves once every line is written. process.exit() doesn't wait for the line that is being written, and writes those that follow
 * before it.
 */
export const flushLog = (log: Pick<Logger, 'flush'>): Promise<void> =>
  new Promise((resolve) => log.flush(() => resolve()))

const prettyOutput: DestinationStream = { write: (line) => void process.stdout.write(formatLogLine(line)) }
