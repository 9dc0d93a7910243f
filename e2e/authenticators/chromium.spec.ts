import { checkCell, listCells, test } from './cells.ts'
import { openChromium } from './chromium.ts'
import { expectInChromium } from './outcomes.ts'

for (const cell of listCells(() => true))
  test(`Chromium, ${cell.title}`, async ({ page, browser, installation }) => {
    await checkCell(cell, { tab: await openChromium(browser, page), installation }, expectInChromium)
  })
