import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { AddressProblem } from '../core/use-cases/applications/own.ts'
import { findBuiltPages, writeDashboardInstall } from './built-pages.ts'
import { createFirstCommand, createGreeting, type InstallationState } from './greeting.ts'
import { layout } from './layout.ts'
import { chooseLogFormat } from './log.ts'
import type { SetUp } from './set-up-link.ts'
import { readVersion } from './version.ts'

/** The first line of a log in JSON. On a terminal, the greeting says all of it. */
export function announceStart(config: Config, log: FastifyBaseLogger): void {
  if (chooseLogFormat(config) === 'pretty') return
  log.info(describeProcess(config), 'Starting')
}

/** Before the line that the service is ready: the APIs of other applications work all the same. */
export const warnAboutAddress = (
  { says: { text: problem }, advice: { text: advice } }: AddressProblem,
  { BASE_URL: address }: Config,
  log: FastifyBaseLogger,
): void => log.warn({ address, problem, advice }, "Members can't use passkeys at BASE_URL")

type Ready = { config: Config; found: InstallationState; setUp: SetUp; metricsAddress: string | undefined }

/** The greeting on a terminal, or one line of JSON: never both. */
export function announceReady({ config, found, setUp, metricsAddress }: Ready, log: FastifyBaseLogger): void {
  const pages = findBuiltPages()
  if (chooseLogFormat(config) === 'pretty') {
    process.stdout.write(createGreeting(config, { found, pages, setUp, metricsAddress }))
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
    ...describeSetUp(setUp),
    ...(pages.lacksDashboard && { installDashboard: writeDashboardInstall() }),
  }
  log.info(facts, 'Ready')
}

/** The link by which the first owner joins, or the command that prints it; neither once there is an owner. */
function describeSetUp(setUp: SetUp) {
  if (setUp === undefined) return {}
  return 'link' in setUp ? { setUpLink: setUp.link } : { createSetUpLink: `${layout.command} ${setUp.command}` }
}

const describeProcess = ({ THUMBTURN_MODE: mode }: Config) => ({
  version: readVersion(),
  mode,
  node: process.version,
})
