import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { sharedPostgres } from '@thumbturn/service-harness/databases.ts'
import { type Abilities, createDevice, type Device } from './device.ts'
import { type Running, startThumbturn } from './running.ts'

type EachWorker = {
  /** Where the service keeps its data; a project of playwright.config.ts sets it. */
  engine: Engine
  thumbturn: Running
}

export type Engine = 'sqlite' | 'postgres'

type EachTest = {
  /** The abilities of the authenticator besides storing passkeys. */
  abilities: Abilities
  device: Device
  /**
   * Allows console messages that a test provokes, such as an error status. Any other message fails the test, and so does
   * any violation of a content security policy.
   */
  mayLog: (pattern: RegExp) => void
  /** Fails for accessibility violations on the page, of the rules if some are given. */
  noViolations: (...rules: string[]) => Promise<void>
}

/** Speech recognition finds a control by the text that is seen on it. axe calls the rule experimental. */
const alsoExperimental = { rules: { 'label-content-name-mismatch': { enabled: true } } }

/** Playwright's test with a running service, a virtual authenticator, and a console that must stay silent. */
export const test = base.extend<EachTest, EachWorker>({
  engine: ['sqlite', { option: true, scope: 'worker' }],
  thumbturn: [
    async ({ engine }, use) => {
      const postgres = engine === 'postgres' ? await sharedPostgres() : undefined
      const database = await postgres?.fresh()
      const running = await startThumbturn(undefined, {
        // Receivers of connectors and identity providers are on this machine.
        CONNECTOR_NETWORKS: '127.0.0.0/8,::1/128',
        ...(database && { DATABASE_URL: database.url }),
      })
      await use(running)
      await running.stop()
      await database?.drop()
      await postgres?.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ thumbturn }, use) => use(thumbturn.url),
  abilities: [{}, { option: true }],
  device: [async ({ page, abilities }, use) => use(await createDevice(page, abilities)), { auto: true }],
  mayLog: [
    async ({ page }, use) => {
      const expected: RegExp[] = []
      const complaints = listen(page)
      const violations = await listenToViolations(page.context())
      await use((pattern) => void expected.push(pattern))
      expect(violations).toEqual([])
      expect(complaints.filter((text) => !expected.some((pattern) => pattern.test(text)))).toEqual([])
    },
    { auto: true },
  ],
  noViolations: async ({ page }, use) =>
    use(async (...rules) => {
      // Otherwise axe opens a window for each check, to collect the results of frames.
      const axe = new AxeBuilder({ page }).options(alsoExperimental).setLegacyMode(page.frames().length === 1)
      const { violations } = await (rules.length === 0 ? axe : axe.withRules(rules)).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
      expect(found).toEqual([])
    }),
})

/** The violations of content security policies, Trusted Types included, on all pages of a browser opened from now on. */
export async function listenToViolations(context: BrowserContext): Promise<string[]> {
  const violations: string[] = []
  await context.exposeFunction('reportViolation', (violation: string) => void violations.push(violation))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { documentURI, effectiveDirective, blockedURI, sample } = event
      Object(globalThis).reportViolation([documentURI, effectiveDirective, blockedURI, sample].join(' '))
    })
  })
  return violations
}

function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

export { expect }
