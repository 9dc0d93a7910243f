// Runs the snippets of examples/verify and examples/session in their languages against a service: `npm run nightly -- snippets`, or some of them with
// `node scripts/test/snippets.mjs go php`. Debian's packages are installed if root runs it. Where Composer can't download,
// PHP_AUTOLOAD names an autoloader of the packages in composer.json.
import { spawnSync } from 'node:child_process'
import { node } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { installByApt } from './apt.mjs'

/** A command that succeeds if the language can be run, and the packages of Debian that it needs. */
const tools = {
  python: [
    ['python3', '-m', 'pip', '--version'],
    ['python3', 'python3-pip'],
  ],
  go: [['sh', '-c', 'go version | grep -Eq "go1[.](2[5-9]|[3-9][0-9])"'], ['golang']],
  php: [
    ['sh', '-c', 'php --version && { test -f "$PHP_AUTOLOAD" || composer about; }'],
    ['php-cli', 'php-curl', ...(process.env.PHP_AUTOLOAD ? [] : ['composer'])],
  ],
  java: [
    ['sh', '-c', 'javac --version && mvn --version'],
    ['default-jdk-headless', 'maven'],
  ],
  ruby: [
    ['ruby', '-r', 'jwt', '-e', ''],
    ['ruby', 'ruby-jwt'],
  ],
  dotnet: [['dotnet', '--version'], []],
}
const words = process.argv.slice(2)
const unknown = words.find((word) => !(word in tools))
if (unknown === undefined) testSnippets(words.length > 0 ? words : Object.keys(tools))
else fail(`There is no snippet in ${unknown}: choose from ${Object.keys(tools).join(', ')}.`)

function testSnippets(wanted) {
  const missing = wanted.filter((name) => !canRun(name)).flatMap((name) => tools[name][1])
  if (missing.length > 0) installByApt(missing)
  const [ready, lacking] = [wanted.filter(canRun), wanted.filter((name) => !canRun(name))]
  if (ready.length > 0 && !runTests(ready)) fail('\nA snippet failed: see above.')
  if (lacking.length === 0) return
  console.log(`\nNot run, because the language is not installed: ${lacking.join(', ')}.`)
  if (words.length > 0) process.exitCode = 1
}

function canRun(name) {
  const [[command, ...args]] = tools[name]
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0
}

function runTests(ready) {
  const args = ['--test', '--test-reporter=spec', 'scripts/test/snippets/*.test.ts']
  const env = { ...process.env, SNIPPETS: ready.join(',') }
  return spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status === 0
}

function fail(message) {
  console.error(message)
  process.exitCode = 1
}
