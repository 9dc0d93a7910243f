import { test as base, checkCell, listCells } from './cells.ts'
import { openFirefox } from './firefox.ts'
import { type Marionette, startFirefox } from './marionette.ts'
import { expectInFirefox } from './outcomes.ts'
import { existsInFirefox } from './profiles.ts'

const test = base.extend<object, { firefox: Marionette }>({
  firefox: [
    async ({ browserName: _ }, use) => {
      const firefox = await startFirefox()
      await use(firefox)
      await firefox.stop()
    },
    { scope: 'worker' },
  ],
})

for (const cell of listCells(existsInFirefox))
  test(`Firefox, ${cell.title}`, async ({ firefox, installation }) => {
    await checkCell(cell, { tab: await openFirefox(firefox), installation }, expectInFirefox)
  })
