// Mutants by the instrumenter of Stryker (https://stryker-mutator.io): every mutant of a file is in its instrumented form,
// behind a switch.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../../run/install.mjs'

// A package that Stryker depends on.
const load = (name) => import(pathToFileURL(join(root, 'lint/audits/node_modules', name, entries[name])).href)
const entries = { '@stryker-mutator/instrumenter': 'dist/src/index.js', 'typed-inject': 'dist/src/index.js' }
const log = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false }

/**
 * Returns the instrumented sources by URL, and the mutants: `id`, `path`, `line`, `kind`, `replacement`, and whether it
 * removes a check, an `if` that rejects.
 */
export async function instrument(globs) {
  const { createInstrumenter } = await load('@stryker-mutator/instrumenter')
  const { createInjector } = await load('typed-inject')
  const instrumenter = createInstrumenter(createInjector().provideValue('logger', log))
  const paths = globSync(globs, { cwd: root }).sort()
  const texts = Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const files = paths.map((path) => ({ name: join(root, path), mutate: true, content: texts[path] }))
  const result = await instrumenter.instrument(files, { plugins: [], excludedMutations: [], ignorers: [] })
  return {
    sources: Object.fromEntries(result.files.map(({ name, content }) => [pathToFileURL(name).href, content])),
    mutants: result.mutants.map((mutant) => describe(mutant, texts)),
  }
}

function describe({ id, fileName, location: { start, end }, mutatorName, replacement }, texts) {
  const path = fileName.slice(root.length).replace(/^\//, '')
  const text = texts[path]
  const lines = text.split('\n')
  const toOffset = ({ line, column }) => lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + column
  const [before, after] = [text.slice(0, toOffset(start)), text.slice(toOffset(end))]
  return {
    id,
    path,
    line: start.line + 1,
    kind: mutatorName,
    replacement,
    original: text.slice(toOffset(start), toOffset(end)),
    isCheck:
      replacement === 'false' && /\bif \($/.test(before) && /^\)\s*\{?\s*(throw|(return )?reject\w*\()/.test(after),
  }
}
