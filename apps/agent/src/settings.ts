import { z } from 'zod'

const Url = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }).transform(trimSlash)

/** The environment. Every setting has a default for `npm start` on one machine. */
const Environment = z.object({
  AGENT_PORT: z.coerce.number().int().min(0).max(65535).default(4340),
  AGENT_HOST: z.string().min(1).default('localhost'),
  /** Address of the agent as assistants know it; by default its port on this machine. */
  AGENT_URL: Url.optional(),
  /** URL of the confirmation page; the purchase ID is appended. */
  AGENT_PAGE: Url.default('http://localhost:4330/purchase'),
  /** Time limit of a purchase, from start to order. */
  AGENT_MINUTES: z.coerce.number().int().min(1).max(60).default(15),
  /** The application whose users sign in and confirm. */
  AGENT_APPLICATION: Url.default('http://localhost:4300/apps/wallet'),
  /** Client ID of the bridge for stdio. */
  AGENT_CLIENT_ID: z.string().min(1).default('checkout-bridge'),
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

function trimSlash(url: string): string {
  return url.replace(/\/+$/, '')
}
