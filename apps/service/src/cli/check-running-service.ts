import type { Config } from '../config.ts'
import type { Core } from '../core/core.ts'
import { advise, say } from '../core/model/findings/phrase.ts'
import type { Installation } from '../installation.ts'
import { startApplicationChecks, startChecks } from './doctor.ts'
import { broken, type Finding } from './finding.ts'
import { layout } from './layout.ts'

const patienceMs = 8_000

/** The findings of the doctor in the running service, or those about one application, in bounded time. */
export async function checkRunningService(
  core: Installation,
  config: Config,
  applicationId?: string,
): Promise<Finding[]> {
  const checks = Object.entries(
    applicationId === undefined ? startChecks(core, config) : startApplicationChecks(core, config, applicationId),
  )
  return (await Promise.all(checks.map(([about, found]) => limitTime(core, about, found)))).flat()
}

async function limitTime({ pause }: Core, about: string, found: Promise<Finding[]>): Promise<Finding[]> {
  const inTime = new AbortController()
  const says = say('check_slow', { seconds: patienceMs / 1000 })
  const late = [broken(about, says, advise('run_doctor', { command: `${layout.command} doctor` }))]
  try {
    return await Promise.race([found, pause(patienceMs, inTime.signal).then(() => late)])
  } finally {
    inTime.abort()
  }
}
