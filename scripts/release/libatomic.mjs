import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../run/install.mjs'
import { execute } from './execute.mjs'
import { libatomicVersion } from './platforms.mjs'

const cache = join(root, 'node_modules/.cache/release')

/**
 * Puts libatomic for a platform, and a note on its license, into `folder`. It comes from Debian 12.
 * @throws Error it can't be downloaded, or it isn't the file that was examined
 */
export async function placeLibatomic({ debian, libatomic }, folder, { signal }) {
  const unpacked = join(cache, `libatomic-${libatomicVersion}-${debian}`)
  const library = join(unpacked, `usr/${libatomic.triplet}/lib/libatomic.so.1.2.0`)
  if (!existsSync(library)) await downloadLibatomic(debian, { unpacked, signal })
  const found = createHash('sha256').update(readFileSync(library)).digest('hex')
  if (found !== libatomic.sha256) throw new Error(`${library} has the SHA-256 ${found}, not ${libatomic.sha256}`)
  mkdirSync(folder, { recursive: true })
  copyFileSync(library, join(folder, 'libatomic.so.1'))
  copyFileSync(join(import.meta.dirname, 'files/libatomic.txt'), join(folder, 'libatomic.txt'))
}

/** apt verifies the signature of the archive. */
async function downloadLibatomic(debian, { unpacked, signal }) {
  mkdirSync(cache, { recursive: true })
  const name = `libatomic1-${debian}-cross`
  const options = { cwd: cache, signal }
  const download = () => execute('apt-get', ['download', '-q', `${name}=${libatomicVersion}`], options)
  await download().catch(async (error) => {
    if (signal.aborted || process.getuid() !== 0) throw error
    await execute('apt-get', ['update', '-q', '-o', 'DPkg::Lock::Timeout=300'], options)
    return download()
  })
  await execute('dpkg-deb', ['-x', `${name}_${libatomicVersion}_all.deb`, unpacked], options)
}
