import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { run, startProgram } from './program.ts'

/** The daemon gets a network of its own, in which 80 and 443 are free, and the name of the service leads there. */
const alone = 'ip link set lo up; mount --bind "$0" /etc/hosts; exec "$@"'

/** A Docker daemon of its own, with its data in the folder. Returns what runs `docker` against it, and commands in its network. */
export async function startDocker(t: TestContext, folder: string) {
  const host = `unix://${join(folder, 'docker.sock')}`
  const options = {
    host,
    'data-root': join(folder, 'data'),
    'exec-root': join(folder, 'run'),
    pidfile: join(folder, 'pid'),
  }
  const flags = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  const hosts = join(folder, 'hosts')
  writeFileSync(hosts, '127.0.0.1 localhost id.localhost\n')
  const env = { ...process.env, DOCKER_HOST: host }
  const runDocker = (...args: readonly string[]) => run('docker', args, { env }).trim()
  const daemon = await startProgram(
    ['unshare', '--net', '--mount', 'sh', '-ec', alone, hosts, '/usr/sbin/dockerd', ...flags],
    {
      isReady: async () => runDocker('info') !== '',
    },
  )
  t.after(() => daemon.stop('SIGKILL'))
  const stop = async () => {
    await daemon.stop()
    for (const path of findMounts(folder)) run('umount', ['--lazy', path])
  }
  const daemonId = readFileSync(join(folder, 'pid'), 'utf8').trim()
  const toClient = (...command: readonly string[]) => [
    'nsenter',
    `--target=${daemonId}`,
    '--net',
    '--mount',
    ...command,
  ]
  return { host, stop, run: runDocker, toClient }
}

/** What the daemon leaves mounted. */
const findMounts = (folder: string) =>
  readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
    .reverse()
