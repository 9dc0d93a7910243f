import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { run, startProgram } from './program.ts'

type Options = { command: readonly [string, ...string[]]; flags: Readonly<Record<string, string>> }

/**
 * A Docker daemon whose containers use this machine's network, with its data in the folder. Returns what runs `docker` against
 * it.
 */
export const startDocker = (t: TestContext, folder: string) =>
  startDaemon(t, folder, {
    command: ['/usr/sbin/dockerd'],
    flags: { iptables: 'false', bridge: 'none', 'storage-driver': 'vfs' },
  })

/** The daemon gets a network of its own, in which 80 and 443 are free, and the name of the service leads there. */
const alone = 'ip link set lo up; mount --bind "$0" /etc/hosts; exec "$@"'

/** A Docker daemon with a network of its own, in which `toClient` runs a command. */
export async function startIsolatedDocker(t: TestContext, folder: string) {
  const hosts = join(folder, 'hosts')
  writeFileSync(hosts, '127.0.0.1 localhost id.localhost\n')
  const docker = await startDaemon(t, folder, {
    command: ['unshare', '--net', '--mount', 'sh', '-ec', alone, hosts, '/usr/sbin/dockerd'],
    flags: {},
  })
  const daemonId = readFileSync(join(folder, 'pid'), 'utf8').trim()
  const toClient = (...command: readonly string[]) => [
    'nsenter',
    `--target=${daemonId}`,
    '--net',
    '--mount',
    ...command,
  ]
  return { ...docker, toClient }
}

async function startDaemon(t: TestContext, folder: string, { command, flags }: Options) {
  const host = `unix://${join(folder, 'docker.sock')}`
  const places = { host, 'data-root': join(folder, 'data'), 'exec-root': join(folder, 'run') }
  const options = Object.entries({ ...places, pidfile: join(folder, 'pid'), ...flags })
  const env = { ...process.env, DOCKER_HOST: host }
  const runDocker = (...args: readonly string[]) => run('docker', args, { env }).trim()
  const daemon = await startProgram([...command, ...options.map(([name, value]) => `--${name}=${value}`)], {
    isReady: async () => runDocker('info') !== '',
  })
  t.after(() => daemon.stop('SIGKILL'))
  const stop = async () => {
    await daemon.stop()
    for (const path of listMounts(folder)) run('umount', ['--lazy', path])
  }
  return { host, env, stop, run: runDocker }
}

/** The folders that the daemon leaves mounted. */
const listMounts = (folder: string) =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse()
