import { createHash } from 'node:crypto'
import { cpSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { node } from '../../run/command.mjs'
import { root } from '../../run/install.mjs'

const quiet = ['--batch-mode', '--no-transfer-progress', '--quiet']
const quickstart = join(root, 'examples/projects/android')

export function testKotlin({ run, folder, sdk }) {
  run(node, join(sdk, 'tools/write-user-texts.ts'), '--check')
  run('mvn', ...quiet, '--activate-profiles', 'release', '-Dgpg.skip', 'clean', 'verify')
  requireCompleteModules(sdk)
  const jars = hashJars(sdk)
  run('mvn', ...quiet, 'clean')
  buildQuickstart({ run, folder })
  if (hashJars(sdk) !== jars) throw new Error('Two builds of the same sources differ')
}

const hash = (path) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Maven Central rejects a module without sources and pages. */
function requireCompleteModules(sdk) {
  const count = (ending) => globSync(`thumbturn-*/target/*-${ending}.jar`, { cwd: sdk }).length
  for (const ending of ['sources', 'javadoc'])
    if (count(ending) !== 3) throw new Error(`${count(ending)} modules have ${ending}`)
}

/** Of the jars of a build by the commands of the quickstart, which makes no pages. */
const hashJars = (sdk) =>
  globSync('thumbturn-*/target/*.jar', { cwd: sdk })
    .filter((path) => !path.endsWith('-javadoc.jar'))
    .sort()
    .map((path) => `${path} ${hash(join(sdk, path))}`)
    .join('\n')

/** The project of the quickstart, as its commands create it: next to a clone, in an empty folder. Builds the SDK again. */
function buildQuickstart({ run, folder }) {
  symlinkSync(root, join(folder, 'thumbturn'))
  const commands = readFileSync(join(quickstart, 'commands.sh'), 'utf8')
  const read = (region) => new RegExp(`# #region ${region}\\n([\\s\\S]*?)# #endregion`).exec(commands)[1]
  const maven = `mvn() { command mvn ${quiet.join(' ')} "$@"; }`
  const build = (...steps) => run('bash', '-ec', [`cd '${folder}'`, maven, ...steps].join('\n'))
  build(read('create'))
  cpSync(quickstart, join(folder, 'my-app'), { recursive: true })
  build('cd my-app', read('install'), read('check'))
}
