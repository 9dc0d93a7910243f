// `npm run packages:test`: packs the npm packages, creates the projects of the website's quickstarts outside the
// repository (React with Vite, Next.js, Vue, SvelteKit, Express, Fastify, plain HTML, Expo), and uses those in Chromium, or runs their tests. It takes minutes and needs the npm registry; not part of
// `npm test`. Further arguments go to Playwright: `-- -g next`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node, run } from '../run/command.mjs'
import { ensureHeadlessShell } from './browser.mjs'

const playwright = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/projects/playwright.config.ts']
const chromium = ensureHeadlessShell()
const packages = mkdtempSync(join(tmpdir(), 'thumbturn-packages-'))
try {
  const env = { ...process.env, CHROMIUM_PATH: chromium, PACKAGES_DIR: packages }
  const passed =
    chromium &&
    run(node, ['scripts/pack/pack.mjs', 'web', 'native', 'node', 'webauthn', 'thumbturn', '--out', packages]) &&
    run(node, [...playwright, ...process.argv.slice(2)], { env })
  process.exitCode = passed ? 0 : 1
} finally {
  rmSync(packages, { recursive: true, force: true })
}
