import { spawnSync } from 'node:child_process'
import { node } from '../run/command.mjs'

/**
 * Runs a script that the package.json in `folder` describes under "wireit": it and its dependencies run only when their
 * input files, their commands, or their output files have changed. A second process waits for the first. Prints what
 * the script prints if `shown`, otherwise only when it fails. Returns whether it succeeded.
 */
export function runBuild(folder, script, { shown = false } = {}) {
  const stdio = shown ? 'inherit' : ['ignore', 'pipe', 'pipe']
  const env = createBuildEnvironment(shown ? 'simple' : 'quiet-ci')
  const { status, stdout, stderr } = spawnSync(node, ['--run', script], { cwd: folder, env, stdio })
  if (status !== 0 && !shown) process.stderr.write(`${stdout}${stderr}`)
  return status === 0
}

/** Omits the variables of the npm that started this process: otherwise Wireit would run npm's script instead. */
export function createBuildEnvironment(logger = 'simple') {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  return { ...Object.fromEntries(inherited), WIREIT_CACHE: 'none', WIREIT_PARALLEL: '2', WIREIT_LOGGER: logger }
}
