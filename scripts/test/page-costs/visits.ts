import type { Browser, BrowserContextOptions } from '@playwright/test'
import type { PageCost } from '@thumbturn/bench/load/pages.ts'

export type Visit = { name: string; path: string; storageState?: BrowserContextOptions['storageState'] }

/** Loads a page with an empty cache until the network is quiet, and adds up what was transferred. */
export async function measureVisit(browser: Browser, baseURL: string, visit: Visit): Promise<PageCost> {
  const { name, path, storageState } = visit
  const context = await browser.newContext({ baseURL, ...(storageState && { storageState }) })
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  const types = new Map<string, string>()
  const kinds: Record<string, number> = {}
  let [requests, bytes] = [0, 0]
  network.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type.toLowerCase()))
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    requests++
    bytes += encodedDataLength
    const kind = types.get(requestId) ?? 'other'
    kinds[kind] = (kinds[kind] ?? 0) + encodedDataLength
  })
  await network.send('Network.enable')
  await page.goto(path, { waitUntil: 'networkidle' })
  await context.close()
  return { name, path, requests, bytes, kinds }
}
