// `npm run docs -- lighthouse [path…]`: serves the built website and measures pages with Lighthouse (phone, simulated
// throttling), three times each. Fails if a median is below its target.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { startThumbturn } from '@thumbturn/e2e/running.ts'
import { findMedian } from '@thumbturn/testkit/statistics.ts'
import { node } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'
import { ensureChromium } from './browser.mjs'

/** A landing page, a guide, and a reference page, which is one large document. */
const pages = ['/', '/user-scenario/authentication/sign-in/sign-in-passkey/', '/next/api/']
const least = 95
const leastByPage = { '/next/api/ performance': 85 }

/** Measures the pages. Returns whether all of them reach their targets. */
export async function measure(paths) {
  ensureInstalled(join(root, 'lint/audits'), ['--ignore-scripts'])
  const chromium = ensureChromium()
  if (!chromium) return false
  const thumbturn = await startThumbturn()
  try {
    const args = ['lint/audits/lighthouse.mjs', thumbturn.url, ...(paths.length > 0 ? paths : pages)]
    const env = { ...process.env, CHROME_PATH: chromium }
    const { status, stdout } = spawnSync(node, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = stdout.toString().trim().split('\n').filter(Boolean)
    return lines.map((line) => isGood(JSON.parse(line))).every(Boolean) && status === 0
  } finally {
    await thumbturn.stop()
  }
}

/** Prints the scores of a page, the lowest first, and whether each median reaches its target. */
function isGood({ path, scores, failed }) {
  console.log(`\n${path}`)
  const good = Object.entries(scores).map(([category, runs]) => {
    const median = findMedian(runs)
    const wanted = leastByPage[`${path} ${category}`] ?? least
    console.log(`  ${median >= wanted ? '✓' : '✗'} ${category} ${median} (${runs.join(', ')}; wanted ${wanted})`)
    return median >= wanted
  })
  for (const audit of failed) console.log(`    lost points: ${audit}`)
  return good.every(Boolean)
}
