// `npm run nightly -- workflows`: checks the workflows with actionlint, which needs Go and its module proxy, and with zizmor, which
// needs Python 3 and its package index. A tool whose language isn't installed is skipped with a sentence. With GH_TOKEN, zizmor
// also looks for known vulnerabilities of actions.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { ensureGoTool } from './go-tools.mjs'

const succeeds = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const workflows = globSync('.github/workflows/*.yml', { cwd: root })

const tools = {
  actionlint: {
    needs: 'Go 1.25 or later',
    isReady: () => succeeds('go', 'version'),
    check() {
      const program = ensureGoTool('actionlint')
      return program !== undefined && run(program, workflows)
    },
  },
  zizmor: {
    needs: 'Python 3.10 or later with venv',
    isReady: () => succeeds('python3', '-c', 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))'),
    check: checkWithZizmor,
  },
}

const failed = Object.entries(tools).filter(([name, { needs, isReady, check }]) => {
  if (isReady()) return !check()
  console.log(`${name}: skipped, because it needs ${needs}.`)
  return false
})
if (failed.length > 0) console.error(`\nFailed: ${failed.map(([name]) => name).join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

/** The exceptions, each with its reason, are in .github/zizmor.yml. */
function checkWithZizmor() {
  const folder = mkdtempSync(join(tmpdir(), 'zizmor-'))
  const program = (name) => join(folder, 'bin', name)
  try {
    return (
      run('python3', ['-m', 'venv', folder]) &&
      run(program('pip'), ['install', '--quiet', 'zizmor==1.32.0']) &&
      run(program('zizmor'), ['--persona', 'auditor', ...workflows])
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
