import { readFileSync } from 'node:fs'

/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Settings that can also be in a file, whose path is the setting with this ending: secrets of Docker and Kubernetes are files. */
export const secretSettings = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'THUMBTURN_MASTER_KEY',
  'THUMBTURN_KEY_SERVICE_TOKEN',
  'SMTP_URL',
  'SMS_URL',
  'SMS_SECRET',
  'METRICS_TOKEN',
] as const

/** The setting that can name a file with the value of this one. */
export const toFileSetting = (name: (typeof secretSettings)[number]) => `${name}_FILE` as const

/** The environment with the content of files that it names, without white space at both ends, and what is wrong with them. */
export function readSecretFiles(given: Environment) {
  const env: Record<string, string | undefined> = { ...given }
  const problems: string[] = []
  for (const name of secretSettings) {
    const fileSetting = toFileSetting(name)
    const path = env[fileSetting]
    delete env[fileSetting]
    if (!path) continue
    if (env[name]) problems.push(`  ${fileSetting} can't be set together with ${name}`)
    else env[name] = readSecret(path)
    if (env[name] === undefined) problems.push(`  ${fileSetting} names no file with a value: ${path}`)
  }
  return { env, problems }
}

function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
