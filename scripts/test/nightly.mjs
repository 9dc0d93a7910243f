// `npm run nightly`: tests that take too long for every change. `npm run nightly -- fuzz docs` runs only some:
//   engines          suites over HTTP on the engine that `npm test` leaves out
//   coverage         the branches that tests reach
//   mutation         changes of the code, which tests must notice: every check, and others that the day chooses
//   fuzz             two minutes of fuzzing of each parser
//   docs             every page and behavior of the website in a browser
//   browser          the browser tests in a whole Chromium
//   authenticators   flows with every virtual authenticator of Chromium and Firefox
//   packages         projects that install the packages
//   snippets, sdks   the verification snippets and the SDKs in their languages
//   clients          clients that are generated from the OpenAPI documents
//   release          the artifacts of a release
//   upgrade          upgrades of a running service
//   deploy           the files of deploy/
//   receivers        connectors with other receivers
//   scim             SCIM with an independent tester
//   relying-parties  programs in other languages that sign users in with OpenID Connect
//   forward-auth     proxies in front of protected sites
//   supply           a clone that starts for the first time, is installed without scripts, and built twice
//   timing           the timing of known and unknown users
//   workflows        the workflows of CI, with actionlint and zizmor
//   bench            the processor time of each work next to that of a day ago
import { spawnSync } from 'node:child_process'
import { node, run } from '../run/command.mjs'
import { root } from '../run/install.mjs'

const tasks = {
  engines: ['scripts/test/test.mjs', 'apps/service/test/http', 'apps/service/test/observability'],
  coverage: ['scripts/test/coverage.mjs'],
  mutation: ['scripts/test/mutation.mjs', '--sample', '40', '--seed', String(countDays())],
  fuzz: ['scripts/test/fuzz/main.ts', '--seconds', '120'],
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
  supply: ['--test', ...['install', 'first-start', 'two-builds'].map((name) => `scripts/test/supply/${name}.test.ts`)],
  workflows: ['scripts/test/workflows-test.mjs'],
  timing: [
    'scripts/test/torture.mjs',
    'enumeration',
    '--engine',
    'sqlite',
    '--only',
    'runs',
    '--minutes',
    '2',
    '--json',
  ],
  bench: ['scripts/test/bench.mjs', '--compare', findCommitOfYesterday()],
}

/** Days since 1970, so that each night changes other places. */
function countDays() {
  return Math.floor(Date.now() / 86_400_000)
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
