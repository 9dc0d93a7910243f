/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The variables without what files and containers add to values, and without what platforms set with names of ours. Empty ones
 * are left out.
 */
export function readEnvironment(given: Environment): Environment {
  const read = Object.entries(given).map(([name, text]) => [name, readValue(name, text)] as const)
  return Object.fromEntries(read.filter(([name, value]) => value !== undefined && !isOfPlatform(name, value)))
}

/**
 * The value of a variable or of its file, without white space and the marks of editors at both ends, and without the quotes
 * that `docker run --env-file` keeps. Undefined if nothing is left.
 */
export function readValue(name: string, text: string | undefined): string | undefined {
  // Also removes byte order marks and carriage returns.
  const trimmed = text?.trim()
  const inside = quoted.exec(trimmed ?? '')?.groups?.inside
  const isWhole = inside === undefined || (inside !== '' && canHaveQuotes(name))
  return (isWhole ? trimmed : inside) || undefined
}

const quoted = /^(?<quote>["'])(?<inside>.*)\k<quote>$/s

/** Secrets that other systems choose. Quotes can be a part of them, but hardly are. */
const freeSecrets: readonly string[] = ['THUMBTURN_KEY_SERVICE_TOKEN', 'SMS_SECRET', 'METRICS_TOKEN']

const canHaveQuotes = (name: string) => name === 'THUMBTURN_MASTER_KEY_COMMAND' || freeSecrets.includes(name)

/** Finds secrets that are in quotes: without them, another value than the other system's could be used. */
export const findQuotedSecrets = (env: Environment): readonly string[] =>
  freeSecrets
    .filter((name) => quoted.test(env[name] ?? ''))
    .map((name) => `${name} is in quotes, which would be a part of it: leave them out`)

const address = /^[\d.]+$|^[\da-f:]*:[\da-f:.]*$/i
const port = /^\d+$/
const url = /^(tcp|udp|sctp):\/\//

/**
 * The variables that Kubernetes and Docker's links set for a service that is called `thumbturn`, or like the beginning
 * of a setting: one called `metrics` gives `METRICS_PORT=tcp://…`.
 */
const platformVariables: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/_SERVICE_HOST$/, address],
  [/_SERVICE_PORT(_[A-Z\d_]+)?$/, port],
  [/_PORT(_\d+_(TCP|UDP|SCTP))?$/, url],
  [/_PORT_\d+_(TCP|UDP|SCTP)_PROTO$/, /^(tcp|udp|sctp)$/],
  [/_PORT_\d+_(TCP|UDP|SCTP)_PORT$/, port],
  [/_PORT_\d+_(TCP|UDP|SCTP)_ADDR$/, address],
  [/^THUMBTURN_NAME$/, /^\/\S+\/\S+$/],
  [/^THUMBTURN_ENV_/, /^/],
]

const isOfPlatform = (name: string, value: string) =>
  platformVariables.some(([names, values]) => names.test(name) && values.test(value))
