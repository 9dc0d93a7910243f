import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { AgentKey } from './http/callers.ts'

const Url = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).transform(trimSlash)

const HostNames = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter(Boolean))

/** The environment. Every setting has a default for `npm start` on one machine. */
const Environment = z.object({
  AGENT_PORT: z.coerce.number().int().min(0).max(65535).default(4340),
  AGENT_HOST: z.string().min(1).default('localhost'),
  /** Host names, besides localhost, that requests can use. */
  AGENT_ALLOWED_HOSTS: HostNames,
  /** `name=key,name=key`: a name for each agent, and a key of at least 32 characters. */
  AGENT_KEYS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter(Boolean).map(parseAgentKey))
    .refine((keys) => keys.every(isValidKey), {
      error: 'must be name=key,… with keys of 32 or more printable characters',
    })
    .refine(areDistinct, { error: 'names and keys must each be different' }),
  /** URL of the confirmation page; the purchase ID is appended. */
  AGENT_PAGE: Url.default('http://localhost:4330/purchase'),
  /** Time limit of a purchase, from start to order. */
  AGENT_MINUTES: z.coerce.number().int().min(1).max(60).default(15),
  /** The application whose users confirm. */
  AGENT_APPLICATION: Url.default('http://localhost:4300/apps/wallet'),
  DATA_DIR: z.string().min(1).default('./data'),
})

export type Settings = z.infer<typeof Environment>

/** Reads the environment and reports all errors at once. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const { success, data, error } = Environment.safeParse(environment)
  if (success) return data
  const problems = error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`)
  throw new Error(`These settings are not right:\n${problems.join('\n')}`)
}

/** File of the key that is generated if AGENT_KEYS is empty. */
export const keyFile = ({ DATA_DIR }: Settings) => join(DATA_DIR, 'agent.key')

/** The key that an agent on this machine has generated, if there is one. */
export function readKey(settings: Settings): string | undefined {
  const file = keyFile(settings)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/**
 * The keys of AGENT_KEYS, or a key generated on the first start for the agents of this machine, readable only by its
 * owner.
 */
export function loadAgentKeys(settings: Settings): AgentKey[] {
  if (settings.AGENT_KEYS.length > 0) return settings.AGENT_KEYS
  const file = keyFile(settings)
  mkdirSync(settings.DATA_DIR, { recursive: true })
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return [{ name: 'local', key: readKey(settings)! }]
}

function trimSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

function parseAgentKey(entry: string): AgentKey {
  const [name = '', key = ''] = entry.split(/=(.*)/s)
  return { name: name.trim(), key: key.trim() }
}

function isValidKey({ name, key }: AgentKey): boolean {
  return /^[\w.-]{1,64}$/.test(name) && /^[!-~]{32,256}$/.test(key)
}

function areDistinct(keys: readonly AgentKey[]): boolean {
  return (
    new Set(keys.map(({ name }) => name)).size === keys.length &&
    new Set(keys.map(({ key }) => key)).size === keys.length
  )
}
