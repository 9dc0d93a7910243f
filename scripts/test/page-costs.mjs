// `npm run page-costs`: what pages of the website, the demo, and the dashboard weigh, and how fast search and dashboard respond, in
// Chromium, from the built pages. `--lighthouse` adds Lighthouse's scores; `--save` keeps the figures in bench/results; `--json`.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { saveResults } from '@thumbturn/bench/load/results.ts'
import { browser as options } from '@thumbturn/e2e/browser.ts'
import { setUp } from '@thumbturn/e2e/dashboard/owner.ts'
import { root, startThumbturn } from '@thumbturn/e2e/running.ts'
import { findMedian } from '@thumbturn/testkit/statistics.ts'
import { ensureInstalled } from '../run/install.mjs'
import { ensureChromium } from './browser.mjs'
import { measureDashboard, measureSearch } from './page-costs/interactions.ts'
import { measureVisit } from './page-costs/visits.ts'

const { values } = parseArgs({
  options: {
    lighthouse: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
  },
})

for (const page of ['apps/docs/build', 'apps/demo/dist/demo', 'apps/dashboard/dist'])
  if (!existsSync(join(root, page, 'index.html')))
    throw new Error(`${page} is not built: run npm run docs -- build, and npm start once`)

const guide = '/user-scenario/authentication/sign-in/sign-in-passkey/'
const websitePages = [
  { name: 'landing page', path: '/' },
  { name: 'guide', path: guide },
  { name: 'API reference', path: '/next/api/' },
  { name: 'sign-in page of the demo', path: '/demo/' },
]

/** Returns `Pages` of bench/load/pages.ts. */
async function measurePages(browser) {
  const thumbturn = await startThumbturn()
  try {
    const storageState = await setUp(browser, thumbturn)
    const pages = []
    for (const visit of [...websitePages, { name: 'dashboard', path: '/dashboard', storageState }])
      pages.push(await measureVisit(browser, thumbturn.url, visit))
    const search = await measureSearch(browser, thumbturn.url)
    const interactions = [...search, ...(await measureDashboard(browser, thumbturn.url, storageState))]
    return { pages, interactions, ...(values.lighthouse && { lighthouse: runLighthouse(thumbturn.url) }) }
  } finally {
    await thumbturn.stop()
  }
}

/** The median of each score, of the pages of the website. */
function runLighthouse(url) {
  ensureInstalled(join(root, 'lint/audits'), ['--ignore-scripts'])
  const env = { ...process.env, CHROME_PATH: ensureChromium() }
  const args = ['lint/audits/lighthouse.mjs', url, ...websitePages.slice(0, 3).map(({ path }) => path)]
  const { stdout } = spawnSync(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = stdout.toString().trim().split('\n').filter(Boolean)
  return lines.map((line) => {
    const { path, scores } = JSON.parse(line)
    const medians = Object.entries(scores).map(([name, runs]) => [name, findMedian(runs)])
    return { path, scores: Object.fromEntries(medians) }
  })
}

function print({ pages, interactions, lighthouse = [] }) {
  const kB = (bytes) => Number((bytes / 1_000).toFixed(1))
  console.table(
    pages.map(({ name, requests, bytes, kinds }) => ({ name, requests, kB: kB(bytes), script: kB(kinds.script ?? 0) })),
  )
  console.table(interactions.map(({ name, ms }) => ({ name, ms: Math.round(ms) })))
  if (lighthouse.length > 0) console.table(lighthouse.map(({ path, scores }) => ({ path, ...scores })))
}

const browser = await chromium.launch({ ...options, executablePath: ensureChromium() })
try {
  const pages = await measurePages(browser)
  if (values.json) console.log(JSON.stringify(pages, null, 2))
  else print(pages)
  if (values.save) console.error(`Saved in ${saveResults({ pages })}`)
} finally {
  await browser.close()
}
