import { startDemos } from '../demos.ts'
import { test as base } from '../fixtures.ts'

/** The shared test with a bank next to the service; pages are the bank's. */
export const test = base.extend<object, { bank: string }>({
  bank: [
    async ({ thumbturn }, use) => {
      const demos = await startDemos(thumbturn, ['bank'])
      await use(demos.addresses.bank)
      await demos.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ bank }, use) => use(bank),
})

export { expect } from '../fixtures.ts'
