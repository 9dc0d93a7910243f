import { readFileSync } from 'node:fs'
import { type Environment, readValue } from './environment.ts'

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

/** The environment with the content of files that it names, which is read like a variable, and what is wrong with them. */
export function readSecretFiles(given: Environment) {
  const env: Record<string, string | undefined> = { ...given }
  const problems: string[] = []
  for (const name of secretSettings) {
    const fileSetting = toFileSetting(name)
    const path = env[fileSetting]
    delete env[fileSetting]
    if (!path) continue
    if (env[name]) problems.push(`  ${fileSetting} can't be set together with ${name}`)
    else env[name] = readValue(name, readText(path))
    if (env[name] === undefined) problems.push(`  ${fileSetting} names no file with a value: ${path}`)
  }
  return { env, problems }
}

/** UTF-8, or what PowerShell writes: UTF-16 with a byte order mark. */
function readText(path: string): string | undefined {
  try {
    const bytes = readFileSync(path)
    return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'utf8')
  } catch {
    return undefined
  }
}
