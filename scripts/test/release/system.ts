import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createFolder, root } from '../programs/folder.ts'
import { run } from '../programs/program.ts'

const cache = join(root, 'node_modules/.cache/release')
const made = join(cache, 'debian-12')

/** A minimal Debian 12 in a folder, made once. Its packages are those that every Debian has. */
function makeSystem(): string {
  if (existsSync(made)) return made
  mkdirSync(cache, { recursive: true })
  const partial = `${made}.partial`
  rmSync(partial, { recursive: true, force: true })
  run('debootstrap', ['--variant=minbase', 'bookworm', partial])
  // As in the slim images of Debian.
  for (const path of ['usr/share/man', 'usr/share/locale', 'usr/share/info', 'var/cache/apt', 'var/lib/apt/lists'])
    rmSync(join(partial, path), { recursive: true, force: true })
  run('find', [join(partial, 'usr/share/doc'), '-type', 'f', '!', '-name', 'copyright', '-delete'])
  renameSync(partial, made)
  return made
}

/** A copy of the minimal system for one test, in which commands run, and its folder. It shares the network of this machine. */
export function createSystem(t: TestContext) {
  const folder = join(createFolder(t), 'system')
  run('cp', ['-a', makeSystem(), folder])
  for (const path of ['partial', '../../../cache/apt/archives/partial'])
    mkdirSync(join(folder, 'var/lib/apt/lists', path), { recursive: true })
  for (const path of ['etc/hosts', 'etc/resolv.conf']) cpSync(`/${path}`, join(folder, path))
  const options = { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' } }
  // A mount namespace of its own for /proc, which ends with the command.
  const prefix = [
    'unshare',
    '--mount',
    'sh',
    '-c',
    `mount -t proc proc ${folder}/proc && exec chroot ${folder} "$@"`,
    'sh',
  ] as const
  const toCommand = (...command: readonly string[]): [string, ...string[]] => [...prefix, ...command]
  const runInside = (...command: readonly string[]) => run(prefix[0], [...prefix.slice(1), ...command], options)
  return { folder, options, toCommand, run: runInside }
}

/** The minimal system as a tar file on standard output: what a base image is made from. */
export const packSystem = (path: string) => run('tar', ['-C', makeSystem(), '-cf', path, '.'])
