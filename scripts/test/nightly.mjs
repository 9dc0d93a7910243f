// Tests that take too long for every change: suites over HTTP on the engine that `npm test` leaves out, the branches that tests reach, a minute of fuzzing, every
// page and behavior of the website in a browser, the browser tests in a whole Chromium, flows with every virtual authenticator of Chromium and Firefox, projects that install the packages, the
// timing of known and unknown users, the artifacts of a release, upgrades, the files of deploy/, connectors with other
// receivers, the service installed without scripts and built twice, SCIM with an independent tester, clients that are generated from the OpenAPI documents,
// programs in other languages that sign users in with OpenID Connect, proxies in front of protected sites,
// the verification snippets and the SDKs in their languages, and the processor time of each work next to that of a day ago.
// `npm run nightly -- fuzz docs` runs only some.
import { spawnSync } from 'node:child_process'
import { node, run } from '../run/command.mjs'
import { root } from '../run/install.mjs'

const tasks = {
  engines: ['scripts/test/test.mjs', 'apps/service/test/http', 'apps/service/test/observability'],
  coverage: ['scripts/test/coverage.mjs'],
  fuzz: ['packages/webauthn/test/fuzz.ts', '--seconds', '60'],
  docs: ['scripts/test/docs-test.mjs'],
  browser: ['scripts/test/e2e.mjs', '--full-chromium'],
  authenticators: ['scripts/test/authenticators-test.mjs'],
  packages: ['scripts/test/packages-test.mjs'],
  snippets: ['scripts/test/snippets.mjs'],
  sdks: ['scripts/test/sdks-test.mjs'],
  clients: ['scripts/test/clients-test.mjs'],
  release: ['scripts/test/release-test.mjs'],
  upgrade: ['scripts/test/upgrade-test.mjs'],
  deploy: ['scripts/test/deploy-test.mjs'],
  receivers: ['scripts/test/receivers-test.mjs'],
  scim: ['scripts/test/scim-test.mjs'],
  'relying-parties': ['scripts/test/relying-parties.mjs'],
  'forward-auth': ['scripts/test/forward-auth.mjs'],
  supply: ['--test', 'scripts/test/supply/install.test.ts', 'scripts/test/supply/two-builds.test.ts'],
  timing: ['scripts/test/torture.mjs', 'enumeration', '--engine', 'sqlite', '--only', 'runs', '--minutes', '2'],
  bench: ['scripts/test/bench.mjs', '--compare', findCommitOfYesterday()],
}

/** The newest commit that is a day old, which the previous nightly run tested. */
function findCommitOfYesterday() {
  const args = ['rev-list', '--first-parent', '-1', '--before=1 day ago', 'HEAD']
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() || 'HEAD'
}

const words = process.argv.slice(2)
const unknown = words.filter((word) => !(word in tasks))
if (unknown.length > 0) {
  console.error(`No nightly task is called ${unknown.join(', ')}: choose from ${Object.keys(tasks).join(', ')}.`)
  process.exit(2)
}
const chosen = words.length > 0 ? words : Object.keys(tasks)
const failed = chosen.filter((name) => !run(node, tasks[name]))
console.log(failed.length === 0 ? '\nEverything passed.' : `\nFailed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
