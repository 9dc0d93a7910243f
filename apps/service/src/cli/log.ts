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
  return chooseLogFormat(config) === 'pretty' ? pino(options, prettyOutput) : pino(options)
}

const prettyOutput: DestinationStream = { write: (line) => void process.stdout.write(formatLogLine(line)) }
