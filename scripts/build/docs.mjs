// `npm run docs`: builds the website and starts the service that serves it at /. `npm run docs -- build` only builds;
// `-- lighthouse` measures pages.
import { join } from 'node:path'
import { root } from '../run/install.mjs'
import { runBuild } from './run-build.mjs'

const [task, ...rest] = process.argv.slice(2)
if (!runBuild(join(root, 'apps/docs'), 'build', { shown: true })) process.exitCode = 1
else if (task === 'lighthouse') {
  const { measure } = await import('../test/lighthouse.mjs')
  if (!(await measure(rest))) process.exitCode = 1
} else if (task !== 'build') {
  process.argv = [process.argv[0], 'start.mjs']
  await import('../run/start.mjs')
}
