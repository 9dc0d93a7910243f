import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../run/install.mjs'

/** Programs that Debian 12 lacks or has in an old version: module, version, and folder of the program. All are under Apache-2.0. */
const modules = {
  caddy: ['github.com/caddyserver/caddy/v2', 'v2.11.9', 'cmd/caddy'],
  compose: ['github.com/docker/compose/v2', 'v2.40.3', 'cmd'],
  helm: ['helm.sh/helm/v3', 'v3.22.0', 'cmd/helm'],
}

const cache = join(root, 'node_modules/.cache/go-tools')

/** Builds a program with Go, once for each version, which takes minutes. Returns its path, or undefined if it couldn't be built. */
export function ensureGoTool(name) {
  const program = join(cache, `${name}-${modules[name][1]}`)
  return existsSync(program) || buildTool(name, program) ? program : undefined
}

/** In a copy of the module, because Go installs no module that replaces others, as Compose does. */
function buildTool(name, program) {
  const [path, version, folder] = modules[name]
  console.log(`Building ${name} ${version} with Go; this happens once…`)
  const copy = mkdtempSync(join(tmpdir(), `thumbturn-${name}-`))
  const go = (args, options) =>
    spawnSync('go', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options })
  try {
    const { status, stdout, error } = go(['mod', 'download', '-json', `${path}@${version}`], { cwd: copy })
    if (error) console.error('There is no Go: install 1.25 or newer.')
    if (status !== 0) return false
    spawnSync('cp', ['-r', '--no-preserve=mode', `${JSON.parse(stdout).Dir}/.`, copy])
    const build = ['build', '-trimpath', '-ldflags=-s -w', '-o', `${program}.partial`, `./${folder}`]
    if (go(build, { cwd: copy, env: { ...process.env, CGO_ENABLED: '0' } }).status !== 0) return false
    renameSync(`${program}.partial`, program)
    return true
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
