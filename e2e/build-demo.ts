import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './running.ts'

/** The service serves the built demo. `npm run e2e` has just built it; a bare Playwright run on a fresh clone has not. */
export default function buildDemo(): void {
  if (existsSync(join(root, 'apps/demo/dist/index.html'))) return
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = { cwd: join(root, 'apps/demo'), stdio: 'inherit' } as const
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], options)
  if (status !== 0) throw new Error('The demo could not be built')
}
