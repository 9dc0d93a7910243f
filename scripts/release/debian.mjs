import { createHash } from 'node:crypto'
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../run/install.mjs'
import { execute } from './execute.mjs'
import { facts, fillFile } from './fill.mjs'

/** The files that the package installs besides the tree: path, file below `files/debian`, and mode. */
const installed = [
  ['usr/bin/thumbturn', 'thumbturn', 0o755],
  ['usr/lib/thumbturn/read-settings.mjs', 'read-settings.mjs', 0o644],
  ['usr/lib/sysusers.d/thumbturn.conf', 'sysusers.conf', 0o644],
  ['usr/share/doc/thumbturn/copyright', 'copyright', 0o644],
  ['etc/thumbturn/thumbturn.env', 'thumbturn.env', 0o640],
]
const scripts = ['postinst', 'prerm', 'postrm']

/** Makes the Debian package of a platform from its tree. Returns the file's path. */
export async function packDebian(tree, { platform, folder, target, seconds, signal }) {
  const { debian } = platform
  const staged = join(folder, `debian-${debian}`)
  const home = join(staged, 'usr/lib/thumbturn')
  mkdirSync(home, { recursive: true })
  cpSync(join(tree, 'app'), join(home, 'app'), { recursive: true })
  // Debian has libatomic in a package.
  cpSync(join(tree, 'runtime/bin'), join(home, 'runtime/bin'), { recursive: true })
  place(staged, 'usr/lib/thumbturn/runtime/LICENSE', (path) => cpSync(join(tree, 'runtime/LICENSE'), path))
  for (const [path, from, mode] of installed) place(staged, path, (to) => fillFile(`debian/${from}`, to, { mode }))
  const unit = join(root, 'deploy/systemd/thumbturn.service')
  place(staged, 'lib/systemd/system/thumbturn.service', (path) => cpSync(unit, path))
  place(staged, 'usr/share/doc/thumbturn/thumbturn.cdx.json', (path) => cpSync(join(tree, 'thumbturn.cdx.json'), path))
  describePackage(staged, debian)
  // The modes of a package don't depend on the umask of the build.
  await execute('chmod', ['-R', 'u=rwX,go=rX', staged], { signal })
  for (const [path, , mode] of installed) chmodSync(join(staged, path), mode)
  const path = join(target, `thumbturn_${facts.version}_${debian}.deb`)
  // More threads or a higher level: other bytes, or minutes instead of seconds for a few megabytes less.
  const same = ['--root-owner-group', '-Zxz', '-z1', '--threads-max=1']
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(seconds) }
  await execute('dpkg-deb', [...same, '--build', staged, path], { env, signal })
  return { path }
}

function place(staged, path, write) {
  const to = join(staged, path)
  mkdirSync(dirname(to), { recursive: true })
  write(to)
}

/** Writes the control files: they describe what is in the folder by then. */
function describePackage(staged, debian) {
  const files = globSync('**', { cwd: staged, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
  const kilobytes = Math.ceil(files.reduce((sum, path) => sum + statSync(path).size, 0) / 1024)
  const sums = files.map((path) => {
    const sum = createHash('md5').update(readFileSync(path)).digest('hex')
    return `${sum}  ${path.slice(staged.length + 1)}\n`
  })
  const control = join(staged, 'DEBIAN')
  mkdirSync(control)
  fillFile('debian/control', join(control, 'control'), { values: { debian, kilobytes } })
  fillFile('debian/conffiles', join(control, 'conffiles'))
  for (const script of scripts) fillFile(`debian/${script}`, join(control, script), { mode: 0o755 })
  writeFileSync(join(control, 'md5sums'), sums.filter((line) => !line.includes('  etc/')).join(''))
}
