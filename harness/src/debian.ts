import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Installs packages of Debian with apt-get, without starting what they contain. Returns false if this process may not.
 * @throws Error of apt-get
 */
export function installPackages(...packages: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  // RUNLEVEL: the packages' scripts start no service (invoke-rc.d).
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  // flock: several processes may install at once, and apt-get waits for the lock of packages, but not for that of their lists.
  const apt = (...command: string[]) =>
    execFileSync('flock', ['/var/lib/apt', 'apt-get', '-q', '-y', '-o', 'DPkg::Lock::Timeout=300', ...command], {
      env,
      stdio: 'pipe',
    })
  apt('update')
  apt('install', '--no-install-recommends', ...packages)
  return true
}
