import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createFolder, run, startProgram } from './artifacts.ts'

/**
 * A Docker daemon of its own, with its data in a folder that is deleted, and without a network of its own: containers use this
 * machine's. Returns what runs `docker` against it.
 */
export async function startDocker(t: TestContext) {
  const folder = createFolder(t)
  const socket = `unix://${join(folder, 'docker.sock')}`
  const places = { host: socket, 'data-root': join(folder, 'data'), 'exec-root': join(folder, 'run') }
  const options = {
    ...places,
    pidfile: join(folder, 'pid'),
    iptables: 'false',
    bridge: 'none',
    'storage-driver': 'vfs',
  }
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const daemon = await startProgram(t, ['/usr/sbin/dockerd', ...flags], { until: /API listen on/ })
  const stop = async () => {
    daemon.child.kill('SIGTERM')
    await daemon.ended
    for (const path of findMounts(folder)) run('umount', ['--lazy', path])
  }
  const env = { ...process.env, DOCKER_HOST: socket }
  return { env, stop, run: (...args: readonly string[]) => run('docker', args, { env }).trim() }
}

/** What the daemon leaves mounted: the network namespace of this machine. */
const findMounts = (folder: string) =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse()
