import { type Demos, startDemos } from '../demos.ts'
import { test as base } from '../fixtures.ts'

type Pages = Demos<'shop' | 'wallet'>['addresses']

/** The shared test with a shop and a wallet next to the service; pages are the shop's. */
export const test = base.extend<object, { pages: Pages }>({
  pages: [
    async ({ thumbturn }, use) => {
      const demos = await startDemos(thumbturn, ['shop', 'wallet'])
      await use(demos.addresses)
      await demos.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ pages }, use) => use(pages.shop),
})

export { expect } from '../fixtures.ts'
