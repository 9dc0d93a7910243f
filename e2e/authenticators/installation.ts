import { type Running, startThumbturn } from '../running.ts'
import { startSdkServer } from './sdk-server.ts'
import type { Tab } from './tab.ts'

/** The settings of the applications that flows run at. */
export const policies = {
  strict: ['userVerification=required', 'residentKey=required'],
  lenient: ['userVerification=discouraged', 'residentKey=preferred'],
} as const

export type Policy = keyof typeof policies

/** A service with an application for each policy, and a page with the SDK. */
export type Installation = {
  openPage(tab: Tab, policy: Policy): Promise<void>
  /** Sets the user's verified email address, as a backend does. */
  addEmail(policy: Policy, userId: string, email: string): Promise<void>
  /** Waits for the newest message to that address, and returns its code. */
  readCode(policy: Policy, email: string): Promise<string>
  stop(): Promise<void>
}

/** Starts it. */
export async function startInstallation(): Promise<Installation> {
  const pages = await startSdkServer()
  const service = await startThumbturn(undefined, { RATE_LIMITS: 'off' })
  const keys = Object.fromEntries(
    Object.entries(policies).map(([policy, settings]) => [policy, prepare(service, { policy, settings, ...pages })]),
  )
  return {
    openPage: async (tab, policy) => {
      await tab.open(`${pages.origin}/?${encodeURIComponent(`${service.url}/apps/${policy}`)}`)
      await tab.evaluate('thumbturn.getSessionInfo() ? thumbturn.logout() : undefined')
    },
    addEmail: async (policy, userId, email) => {
      const { status } = await fetch(`${service.url}/apps/${policy}/fido2/v2/profile/${userId}/email`, {
        method: 'POST',
        headers: { authorization: `Bearer ${keys[policy]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email, requestVerification: false }),
      })
      if (status !== 204) throw new Error(`The email address was rejected with ${status}`)
    },
    readCode: (policy, email) => readCode(service, policy, email),
    stop: async () => {
      await service.stop()
      await pages.stop()
    },
  }
}

type ApplicationOptions = { policy: string; settings: readonly string[]; origin: string }

/** Creates an application, and returns an API key of it. */
function prepare({ command }: Running, { policy, settings, origin }: ApplicationOptions): string {
  const set = [...settings, 'crossAuthMethods=otp,otp:email'].flatMap((setting) => ['--set', setting])
  command('app', 'create', policy, '--rp-id', 'localhost', '--origin', origin, ...set)
  return (command('key', 'create', policy, '--scope', 'profile:write') as { key: string }).key
}

async function readCode({ command }: Running, policy: Policy, email: string): Promise<string> {
  for (let attempts = 0; attempts < 20; attempts++) {
    const messages = command('outbox', 'list', policy) as { to: string; text: string }[]
    const text = messages.find(({ to, text }) => to === email && /\b\d{6}\b/.test(text))?.text
    if (text) return /\b(\d{6})\b/.exec(text)![1]!
  }
  throw new Error(`No code was sent to ${email}`)
}
