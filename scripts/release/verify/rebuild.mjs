import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../run/install.mjs'
import { execute } from '../execute.mjs'

/**
 * The commit of a tag or of the beginning of a hash.
 * @throws Error this clone has no such commit
 */
export function findCommit(revision) {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status === 0) return stdout.trim()
  throw new Error(`This clone has no commit ${revision}: try \`git fetch --tags\`.`)
}

/**
 * Builds artifacts in a clone of a commit, with the packages and the scripts of that commit. Returns the path of each by its name.
 * @throws Error a step failed
 */
export async function buildAgain(commit, { release, packages }, { folder, signal, announce }) {
  const clone = join(folder, 'clone')
  const options = { cwd: clone, signal, env: createEnvironment() }
  announce(`Clone ${commit}`)
  await execute('git', ['clone', '--quiet', '--no-hardlinks', '--no-checkout', root, clone], { signal })
  await execute('git', ['checkout', '--quiet', commit], options)
  announce('Install the packages that its lock file names')
  await execute('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], options)
  const out = join(folder, 'built')
  if (release !== undefined) {
    announce('Build the files of the release')
    await runShown('npm', ['run', '--silent', 'release', '--', ...release, '--out', out], options)
  }
  if (packages.length > 0) {
    announce('Build the npm packages')
    await runShown('npm', ['run', '--silent', 'pack', '--', ...packages, '--out', out], options)
  }
  return new Map(readdirSync(out).map((name) => [name, join(out, name)]))
}

/** Without what npm tells the scripts that it runs here, and without a time that isn't the commit's. */
const createEnvironment = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_(?!config_)|NODE_(?!EXTRA_CA)|SOURCE_DATE_EPOCH$)/.test(name),
    ),
  )

/** Runs a command with its progress shown, and its output with it, as ours is the result. */
async function runShown(command, args, options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 2, 2] })
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: see its message above.`)
}
