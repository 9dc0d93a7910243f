import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether this process may install packages of Debian. */
export const canInstall = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs packages of Debian with apt-get, without starting what they contain. Returns whether it could. */
export function installByApt(packages) {
  if (!canInstall()) return false
  console.log(`Installing ${packages.join(', ')} with apt-get; this happens once…`)
  // RUNLEVEL: the packages' scripts start no service (invoke-rc.d).
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } }
  // flock: as in harness/src/debian.ts.
  const apt = (...command) =>
    spawnSync('flock', ['/var/lib/apt', 'apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=300', ...command], options)
  apt('update')
  return apt('install', '-y', '--no-install-recommends', ...packages).status === 0
}
