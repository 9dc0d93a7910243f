// `npm run docs`: installs the website's own packages when they are missing, builds it, and starts the service that serves
// it at /. `npm run docs -- build` only builds; `-- lighthouse` measures pages. The packages are its own, so that nobody
// waits for them to run the product.
import { ensureInstalled } from '../run/install.mjs'
import { buildSite, site } from './site.mjs'

const [task, ...rest] = process.argv.slice(2)
ensureInstalled(site, ['--ignore-scripts'])
if (!(await buildSite())) process.exitCode = 1
else if (task === 'lighthouse') {
  const { measure } = await import('../test/lighthouse.mjs')
  if (!(await measure(rest))) process.exitCode = 1
} else if (task !== 'build') {
  process.argv = [process.argv[0], 'start.mjs']
  await import('../run/start.mjs')
}
