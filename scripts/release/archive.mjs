import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Packs a tree. The bytes depend on names, modes, and contents only, and on the commit's time. Returns the file's path. */
export async function packArchive(tree, { target, seconds, signal }) {
  const path = join(target, `${basename(tree)}.tar.gz`)
  const same = ['--sort=name', '--format=gnu', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner']
  const options = { stdio: ['ignore', 'pipe', 'inherit'], signal }
  const tar = spawn('tar', [...same, '-C', dirname(tree), '-cf', '-', basename(tree)], options)
  const ended = once(tar, 'close')
  // Node's gzip writes no time and no name into the header.
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(path), { signal })
  const [status] = await ended
  if (status !== 0) throw new Error(`tar failed in ${tree}`)
  return { path }
}
