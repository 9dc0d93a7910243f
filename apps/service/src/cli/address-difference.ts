import { type Config, isAddressSet, isPortSet } from '../config.ts'
import type { OpenedInstallation } from '../installation.ts'
import { type Finding, good, warning } from './finding.ts'
import type { Terminal } from './terminal.ts'

type Shell = { env: Terminal['env']; config: Config }

/** Compares the address in the environment with the one where the service last started; undefined if both are the same. */
function describeDifference({ env, config: given }: Shell, { config }: OpenedInstallation): string | undefined {
  if (given.BASE_URL === config.BASE_URL) return undefined
  const here = isAddressSet(env)
    ? `BASE_URL is ${given.BASE_URL} here, but`
    : isPortSet(env)
      ? `PORT is ${given.PORT} here, but`
      : "BASE_URL isn't set here;"
  return `${here} the service last started at ${config.BASE_URL}`
}

const setsAddress = ({ env }: Shell) => isAddressSet(env) || isPortSet(env)

/** A note for a command whose environment gives another address than the one that the command uses. */
export function createAddressNote(given: Shell, opened: OpenedInstallation): string | undefined {
  const difference = setsAddress(given) ? describeDifference(given, opened) : undefined
  return difference && `Note: ${difference}, so this command uses that address.\n`
}

/**
 * The same, as a finding. An environment without an address is a problem only in production: the service has its address from
 * an environment that this one isn't, so other settings can be missing, too.
 */
export function checkDifference(given: Shell, opened: OpenedInstallation): Finding[] {
  const difference = describeDifference(given, opened)
  if (difference === undefined) return []
  const says = `${difference}, so that address was checked`
  if (setsAddress(given)) {
    const advice = 'Run doctor with the settings of the service. To move the service, start it with the new address'
    return [warning('address', says, advice)]
  }
  const advice = 'Run doctor with the settings of the service: proxies, mail, and SMS were checked with those set here'
  return [opened.config.THUMBTURN_MODE === 'production' ? warning('address', says, advice) : good('address', says)]
}
