import { spawnSync } from 'node:child_process'
import { root } from './running.ts'

/** Tests use the built pages. `npm run e2e` builds them first; a bare Playwright run may not. */
export default function buildDemo(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build/pages.mjs'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The pages could not be built')
}
