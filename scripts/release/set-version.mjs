// `npm run release:version -- 0.2.0`: writes a version into every file that names the current one, and prints their paths. The changelog
// is written by hand.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { facts } from './fill.mjs'
import { isWritten, replaceVersion } from './versions.mjs'

const [to, ...others] = process.argv.slice(2)
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(to ?? '') || others.length > 0) {
  console.error('Name the version, such as 0.2.0.')
  process.exitCode = 2
} else setVersion(facts.version, to)

function setVersion(from, to) {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const path of tracked.filter(isWritten)) {
    const text = readFileSync(join(root, path), 'utf8')
    const changed = replaceVersion(path, text, { from, to })
    if (changed === text) continue
    writeFileSync(join(root, path), changed)
    console.log(path)
  }
  execFileSync(node, ['scripts/build/emit.mjs'], { cwd: root, stdio: ['ignore', 2, 2] })
}
