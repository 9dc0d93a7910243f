import { test as base, expect, type Page } from '@playwright/test'
import { type Running, startThumbturn } from '../running.ts'
import { openSdkPage } from '../sdk/page.ts'
import type { SdkPage } from '../sdk/types.ts'
import { newName } from '../situations.ts'
import { plugIn, profiles } from './profiles.ts'

declare const thumbturn: SdkPage['thumbturn']

const test = base.extend<object, { service: Running }>({
  service: [
    async ({ browserName: _ }, use) => {
      const service = await startThumbturn()
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
})

/** What a flow returns in the page: `done`, or the code of its error. */
type Outcome = string

/** Runs a flow of the SDK in the page, with the user of that name. */
type Flow = (page: Page, name: string) => Promise<Outcome>

const flows: Readonly<Record<string, Flow>> = {
  'signs up': async () => 'done',
  'signs in with a username': (page, name) =>
    page.evaluate(
      (name) =>
        thumbturn.authenticateWithPasskey(name).then(
          () => 'done',
          (error) => error.code,
        ),
      name,
    ),
  'signs in without a username': (page) =>
    page.evaluate(() =>
      thumbturn.authenticateWithPasskey().then(
        () => 'done',
        (error) => error.code,
      ),
    ),
  'confirms a transaction': (page, name) =>
    page.evaluate(
      (name) =>
        thumbturn.confirmTransaction(name, { txPayload: 'Pay 1 €', nonce: name }).then(
          () => 'done',
          (error) => error.code,
        ),
      name,
    ),
}

for (const [what, profile] of Object.entries(profiles))
  for (const [flow, run] of Object.entries(flows)) {
    test(`${what} ${flow}`, async ({ page, service }) => {
      await plugIn(page, profile)
      await openSdkPage(page, service.url)
      const name = newName()
      await page.evaluate((name) => thumbturn.createPasskey(name), name)
      expect(await run(page, name)).toBe('done')
    })
  }
