import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../run/install.mjs'

/** Programs that Debian 12 lacks or has in an old version: module, version, and folder of the program. All are under Apache-2.0 or MIT. */
const modules = {
  actionlint: ['github.com/rhysd/actionlint', 'v1.7.12', 'cmd/actionlint'],
  caddy: ['github.com/caddyserver/caddy/v2', 'v2.11.9', 'cmd/caddy'],
  compose: ['github.com/docker/compose/v2', 'v2.40.3', 'cmd'],
  helm: ['helm.sh/helm/v3', 'v3.22.0', 'cmd/helm'],
  'oauth2-proxy': ['github.com/oauth2-proxy/oauth2-proxy/v7', 'v7.15.6', '.'],
  versitygw: ['github.com/versity/versitygw', 'v1.8.0', 'cmd/versitygw'],
}

/** Programs that are put together here from modules under Apache-2.0. */
const ownPrograms = { collector: 'scripts/test/receivers/collector' }

const cache = join(root, 'node_modules/.cache/go-tools')

const go = (args, options) =>
  spawnSync('go', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options })

/** Builds a program with Go, once for each version, which takes minutes. Returns its path, or undefined if it couldn't be built. */
export function ensureGoTool(name) {
  const version = name in ownPrograms ? hashOwnProgram(ownPrograms[name]) : modules[name][1]
  const program = join(cache, `${name}-${version}`)
  return existsSync(program) || buildTool(name, program) ? program : undefined
}

function hashOwnProgram(folder) {
  const hash = createHash('sha256')
  for (const file of ['main.go', 'go.mod', 'go.sum']) hash.update(readFileSync(join(root, folder, file)))
  return hash.digest('hex').slice(0, 12)
}

function buildTool(name, program) {
  console.log(`Building ${name} with Go; this happens once…`)
  if (go(['version'], { cwd: root }).error) {
    console.error('There is no Go: install 1.25 or newer.')
    return false
  }
  if (name in ownPrograms) return build('.', { cwd: join(root, ownPrograms[name]), program })
  return buildModule(modules[name], program)
}

/** In a copy of the module, because Go installs no module that replaces others, as Compose does. */
function buildModule([path, version, folder], program) {
  const copy = mkdtempSync(join(tmpdir(), 'thumbturn-go-'))
  try {
    const { status, stdout } = go(['mod', 'download', '-json', `${path}@${version}`], { cwd: copy })
    if (status !== 0) return false
    spawnSync('cp', ['-r', '--no-preserve=mode', `${JSON.parse(stdout).Dir}/.`, copy])
    return build(`./${folder}`, { cwd: copy, program })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function build(folder, { cwd, program }) {
  const args = ['build', '-trimpath', '-ldflags=-s -w', '-o', `${program}.partial`, folder]
  if (go(args, { cwd, env: { ...process.env, CGO_ENABLED: '0' } }).status !== 0) return false
  renameSync(`${program}.partial`, program)
  return true
}
