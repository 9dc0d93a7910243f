import { spawnSync } from 'node:child_process'
import { root } from './running.ts'

/** Tests look at the built pages. `npm run e2e` has just built them; a bare Playwright run has perhaps not. */
export default function buildDemo(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build/pages.mjs'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The pages of the demo could not be built')
}
