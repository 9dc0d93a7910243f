import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { createFirstCommand, createGreeting, type Found } from './greeting.ts'
import { chooseLogFormat } from './log.ts'
import { readVersion } from './version.ts'

/** The first line of a log in JSON. On a terminal, the greeting says all of it. */
export function announceStart(config: Config, log: FastifyBaseLogger): void {
  if (chooseLogFormat(config) === 'pretty') return
  log.info(describeProcess(config), 'Starting')
}

type Ready = { config: Config; found: Found; metricsAddress: string | undefined }

/** The greeting on a terminal, or one line of JSON: never both. */
export function announceReady({ config, found, metricsAddress }: Ready, log: FastifyBaseLogger): void {
  if (chooseLogFormat(config) === 'pretty') {
    process.stdout.write(createGreeting(config, found, metricsAddress))
    return
  }
  const { HOST, PORT, BASE_URL, DATA_DIR, DATABASE_URL } = config
  const facts = {
    ...describeProcess(config),
    address: BASE_URL,
    host: HOST,
    port: PORT,
    database: DATABASE_URL.startsWith('sqlite:') ? 'SQLite' : 'PostgreSQL',
    dataFolder: DATA_DIR,
    ...(metricsAddress !== undefined && { metrics: metricsAddress }),
    durationMs: Math.round(process.uptime() * 1000),
    ...(found === 'nothing' && { createApplication: createFirstCommand(config) }),
  }
  log.info(facts, 'Ready')
}

const describeProcess = ({ THUMBTURN_MODE: mode }: Config) => ({
  version: readVersion(),
  mode,
  node: process.version,
})
