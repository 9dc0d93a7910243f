import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { heapLimit, mallocArenas, nodeFlags } from '@thumbturn/service/tuning.mjs'
import { root } from '../run/install.mjs'

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const { version, homepage, license, description, devDependencies } = readJson('package.json')

/** The facts that are the same in all files of a release. */
export const facts = {
  version,
  license,
  description,
  home: homepage.replace(/#.*/, ''),
  node: devDependencies.node,
  nodeFlags: nodeFlags.join(' '),
  heapLimit,
  mallocArenas,
}

/**
 * Writes a file of the folder `files` with each `@name@` replaced.
 * @throws Error a name has no value
 */
export function fillFile(from, to, { values = {}, mode = 0o644 } = {}) {
  const text = readFileSync(join(import.meta.dirname, 'files', from), 'utf8')
  writeFileSync(to, fillText(text, values), { mode })
}

/** The text with each `@name@` replaced by a fact of the release or one of `values`. */
export function fillText(text, values = {}) {
  const known = { ...facts, ...values }
  return text.replaceAll(/@([a-zA-Z]+)@/g, (_, name) => {
    if (!(name in known)) throw new Error(`A file of the release names @${name}@, which has no value`)
    return known[name]
  })
}
