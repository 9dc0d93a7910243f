// `npm run sdks:test`: builds the SDKs of sdks/ and runs their tests against a service, or only some with
// `npm run sdks:test -- python`. An SDK whose language isn't installed is skipped with a sentence. Needs the package index of each
// language.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { isGoReady, testGo } from './sdks/go.mjs'
import { isJavaReady, testJava } from './sdks/java.mjs'
import { testKotlin } from './sdks/kotlin.mjs'
import { testPython } from './sdks/python.mjs'

const succeeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

/** For each folder of sdks/: the tools it needs, whether they are installed, and its tests. */
const sdks = {
  python: {
    needs: 'Python 3.10 or later with venv',
    isReady: () => succeeds('python3', '-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'),
    test: testPython,
  },
  go: { needs: 'Go 1.25 or later', isReady: isGoReady, test: testGo },
  java: { needs: 'Java 17 or later and Maven', isReady: isJavaReady, test: testJava },
  kotlin: { needs: 'Java 17 or later and Maven', isReady: isJavaReady, test: testKotlin },
}

const words = process.argv.slice(2)
const unknown = words.find((word) => !(word in sdks))
if (unknown === undefined) await testSdks(words.length > 0 ? words : Object.keys(sdks))
else {
  console.error(`There is no SDK ${unknown}: choose from ${Object.keys(sdks).join(', ')}.`)
  process.exitCode = 2
}

async function testSdks(names) {
  const failed = []
  for (const name of names) {
    const { needs, isReady } = sdks[name]
    if (!isReady()) console.log(`${name}: not tested, because it needs ${needs}.`)
    else if (!(await testSdk(name))) failed.push(name)
  }
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}.`)
  process.exitCode = failed.length === 0 ? 0 : 1
}

/** Each SDK has a service of its own, because some of the tokens work once. */
async function testSdk(name) {
  const folder = mkdtempSync(join(tmpdir(), `sdk-${name}-`))
  const server = spawn(node, [join(import.meta.dirname, 'sdks/serve.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    const env = { ...process.env, ...(await readEnvironment(server, folder)) }
    const cwd = join(root, 'sdks', name)
    const run = (command, ...args) => execFileSync(command, args, { cwd, stdio: 'inherit', env })
    await sdks[name].test({ run, folder, sdk: cwd })
    console.log(`${name}: passed`)
    return true
  } catch (error) {
    console.error(`${name}: ${error.message}`)
    return false
  } finally {
    server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Variables by which the tests find the service; without them, they run without one. */
async function readEnvironment(server, folder) {
  const ended = once(server, 'exit').then(([status]) => Promise.reject(new Error(`The service ended with ${status}`)))
  const [{ variables, situation }] = await Promise.race([once(server, 'message'), ended])
  const file = join(folder, 'situation.json')
  writeFileSync(file, JSON.stringify(situation, null, 2))
  return { ...variables, THUMBTURN_SITUATION: file }
}
