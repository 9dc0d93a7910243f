import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { OperatorError } from '../core/errors.ts'
import type { Application } from '../core/model/applications/application.ts'
import { fitsRpId } from '../core/model/applications/origin-form.ts'
import { ownApplicationId } from '../core/model/applications/own-id.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import { findLastStart } from '../core/use-cases/applications/last-start.ts'
import { explainAddress, findOwnProblem } from '../core/use-cases/applications/own.ts'
import type { Environment } from '../environment.ts'
import { type Installation, openInstallation } from '../installation.ts'
import { listUnplaced } from '../maintenance/distribute.ts'
import { inspectSchema } from '../maintenance/schema.ts'
import { checkDifference } from './address-difference.ts'
import { checkAddress } from './check-address.ts'
import { checkApplication } from './check-application.ts'
import { checkBackup } from './check-backup.ts'
import { checkMail, checkTexts } from './check-channels.ts'
import { checkConnections } from './check-connections.ts'
import { checkDistribution } from './check-distribution.ts'
import { checkKeys } from './check-keys.ts'
import { checkMetrics } from './check-metrics.ts'
import { checkMoved, findServiceLocation, type ServiceLocation } from './check-moved.ts'
import { checkPages } from './check-pages.ts'
import {
  checkDatabaseVersion,
  checkDisk,
  checkFileModes,
  checkMasterKey,
  checkServerClock,
} from './check-production.ts'
import { checkProxies } from './check-proxies.ts'
import { checkReplica } from './check-replica.ts'
import { checkSchema } from './check-schema.ts'
import { checkSites } from './check-sites.ts'
import type { Cli } from './cli.ts'
import { broken, type Finding, good, omitPhrases, warning } from './finding.ts'
import { layout } from './layout.ts'
import { show } from './output.ts'
import { parseRecipient, sendTestMail } from './send-test-mail.ts'

export type DoctorOptions = {
  /** Where to send a test email; nothing is sent by default. */
  sendMailTo?: string | undefined
}

/**
 * Checks address, TLS, database, clock, email, SMS, and every application, in production mode also proxies, disk, files,
 * backup, and metrics, and describes each problem.
 */
export async function doctor(cli: Cli, { sendMailTo }: DoctorOptions = {}): Promise<boolean> {
  const recipient = sendMailTo === undefined ? undefined : parseRecipient(sendMailTo)
  const findings = await diagnose({ env: cli.terminal.env, config: cli.config() }, recipient)
  show(cli.output, findings.map(omitPhrases), () => findings.map(inWords).join('\n'))
  return findings.every(({ verdict }) => verdict !== 'broken')
}

async function diagnose(given: { env: Environment; config: Config }, recipient: string | undefined) {
  const opened = await openInstallation(given.config, given.env).catch(explainUnopened)
  if ('verdict' in opened) return [...(await checkAddress(given.config.BASE_URL, Date.now())), opened]
  const { config } = opened
  try {
    // The running service has its list already.
    await opened.metadata.reload()
    const found = [
      ...(await checkPages(config)),
      ...checkDifference(given, opened),
      ...(await Promise.all(Object.values(startChecks(opened, config)))).flat(),
    ]
    return recipient === undefined ? found : [...found, await sendTestMail(opened, config, recipient)]
  } finally {
    opened.channels.mail?.close()
    await opened.store.close()
  }
}

const explainUnopened = (error: Error): Finding =>
  error instanceof OperatorError && error.code === 'master_key_unavailable'
    ? broken('master key', error.message, 'Correct the setting, or run the command by hand as the user of the service')
    : broken('database', error.message, 'Check DATABASE_URL, DATA_DIR and that the database runs')

/** Every check, under way, by what it is about. */
export const startChecks = (core: Installation, config: Config): Record<string, Promise<Finding[]>> => ({
  address: checkAddress(config.BASE_URL, core.now()),
  database: checkData(core, config),
  replica: checkReplica(core),
  backup: checkBackup(core, config),
  'FIDO metadata': checkMetadata(core, config),
  mail: checkMail(core, config).then((found) => [found]),
  SMS: checkTexts(core, config).then((found) => [found]),
  ...(config.THUMBTURN_MODE === 'production' && startProductionChecks(core, config)),
})

/** The checks of one application, under way, for members who may not see others. */
export const startApplicationChecks = (core: Core, config: Config, id: string): Record<string, Promise<Finding[]>> => ({
  [`application ${id}`]: checkOnly(core, config, id),
})

async function checkOnly(core: Core, config: Config, id: string): Promise<Finding[]> {
  const { BASE_URL: address } = config
  const all = await core.store.applications.list()
  const found = all.filter((application) => application.id === id)
  const location = { ...findServiceLocation(all, address, await findLastStart(core.store)), hidesOthers: true }
  const checks = [
    ...found.map((application) => checkApplication(core, application, location)),
    ...found.map((application) => checkSites(core, application, config)),
  ]
  return (await Promise.all(checks)).flat()
}

const startProductionChecks = (core: Installation, config: Config): Record<string, Promise<Finding[]>> => ({
  proxies: Promise.try(() => checkProxies(config)),
  disk: checkDisk(config),
  distribution: listUnplaced(config).then(checkDistribution),
  schema: inspectSchema(config, {}).then((missing) => [checkSchema(missing)]),
  'master key': checkMasterKey(core, config).then((found) => [found]),
  files: Promise.try(() => checkFileModes(config)),
  'database version': checkDatabaseVersion(core),
  connections: checkConnections(core, config),
  'clock of the database': checkServerClock(core),
  metrics: checkMetrics(config),
})

const marks = { good: 'ok      ', warning: 'warning ', broken: 'BROKEN  ' } as const

const inWords = ({ about, verdict, says, advice }: Finding) =>
  `${marks[verdict]}${about}: ${says}${advice === undefined ? '' : `\n        → ${advice}`}`

/** A disk that is full, or a database that can only be read, shows at a write. */
async function checkWrite({ store }: Core, kind: string): Promise<Finding> {
  try {
    await store.checkWrite()
    return good('database', say('database_good', { database: kind }))
  } catch (error) {
    const { message, cause } = error as Error
    const why = cause instanceof Error ? cause.message : message
    return broken('database', say('database_read_only', { database: kind, error: why }), advise('free_space'))
  }
}

async function checkData(core: Core, config: Config): Promise<Finding[]> {
  const [{ store }, { DATABASE_URL, BASE_URL }] = [core, config]
  const all = await store.applications.list()
  const [own, applications] = [all.filter(isOwn), all.filter((application) => !isOwn(application))]
  const location = findServiceLocation(all, BASE_URL, await findLastStart(store))
  const kind = DATABASE_URL.startsWith('sqlite:') ? 'SQLite' : 'PostgreSQL'
  const none = warning(
    'applications',
    say('applications_none'),
    advise('create_application', { command: `${layout.command} app create` }),
  )
  const ownKeys = await Promise.all(own.map((application) => checkKeys(core, application)))
  const checks = await Promise.all(applications.map((application) => checkApplication(core, application, location)))
  const sites = await Promise.all(applications.map((application) => checkSites(core, application, config)))
  return [
    await checkWrite(core, kind),
    await checkClock(core, applications),
    ...(applications.length === 0 ? [none] : checks.flat()),
    ...(await Promise.all(own.map((application) => checkOwn(core, application, location)))).flat(),
    ...ownKeys.flat(),
    ...sites.flat(),
  ]
}

/** Whether members can use passkeys where the service is. What is wrong with the address itself, `checkAddress` says. */
async function checkOwn(core: Core, own: Application, location: ServiceLocation): Promise<Finding[]> {
  const { address } = location
  if (explainAddress(address) || fitsRpId(address, own.rpId)) return checkMoved(own, location)
  const problem = await findOwnProblem(core, { baseUrl: address, command: layout.command })
  return problem ? [broken(`application ${own.id}`, problem.says, problem.advice)] : []
}

/** The state of the metadata list; no finding for an installation without one. */
async function checkMetadata({ metadata }: Installation, { FIDO_METADATA }: Config): Promise<Finding[]> {
  if (FIDO_METADATA === undefined) return []
  const { no, models, nextUpdate, stale, problem } = metadata.state()
  const advice = advise('check_metadata')
  if (no === undefined) return [warning('FIDO metadata', problem ?? say('metadata_none'), advice)]
  const list = { number: no, models: models ?? 0, day: nextUpdate ?? '' }
  const says = say('metadata_good', list)
  if (problem === undefined)
    return [stale ? warning('FIDO metadata', say('metadata_outdated', list), advice) : good('FIDO metadata', says)]
  return [warning('FIDO metadata', `${says.text}${stale ? ' (that day has passed)' : ''}; ${problem}`, advice)]
}

const dayMs = 24 * 60 * 60_000

/** A moment to the second, for a reader: 2026-11-26 11:32:36 UTC. */
const formatTime = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** A clock that was set back expires new tokens late and old ones twice; one before this program is simply wrong. */
async function checkClock({ now, store }: Core, applications: Application[]): Promise<Finding> {
  const advice = advise('set_clock')
  const time = formatTime(now())
  const newest = Math.max(await store.spentSessions.readWatermark(), ...applications.map(({ updatedAt }) => updatedAt))
  if (now() < Date.UTC(2026, 0, 1)) return broken('clock', say('clock_good', { time }), advice)
  if (newest > now() + 60_000)
    return broken('clock', say('clock_passed', { time, written: formatTime(newest) }), advice)
  const query = { type: 'fido2.clock.jumped', since: now() - dayMs, limit: 1 }
  const [jump] = (await store.events.page(ownApplicationId, query)).events
  if (!jump) return good('clock', say('clock_good', { time }))
  const seconds = Math.round(Number(jump.detail?.seconds))
  const code = seconds < 0 ? 'clock_jumped_back' : 'clock_jumped_ahead'
  return warning('clock', say(code, { time, seconds: Math.abs(seconds), at: formatTime(jump.at) }), advice)
}

const isOwn = ({ id }: Application) => id === ownApplicationId
