// The imports of sources, read from their text: fast, and enough to say which file needs which.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Every import of a file; `import type` and `import { type … }` with nothing else count as type-only. */
export function readImports(path) {
  const text = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const statements = text.matchAll(/^\s*(?:import|export)\s+(type\s+)?([^'";]*?)\s*from\s+['"]([^'"]+)['"]/gm)
  const bare = text.matchAll(/^\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm)
  return [
    ...[...statements].map(([, type, names = '', from = '']) => ({
      from,
      typeOnly: type !== undefined || namesOnlyTypes(names),
    })),
    ...[...bare].map(([, from, dynamic]) => ({ from: from ?? dynamic ?? '', typeOnly: false })),
  ]
}

const namesOnlyTypes = (names) =>
  /^\{[^}]*\}$/.test(names) &&
  [...names.slice(1, -1).split(',')].every((name) => name.trim() === '' || /^type\s/.test(name.trim()))

/** The relative imports of these files, each with the file that it names. Paths are relative to the folder. */
export const readRelativeImports = (folder, files) =>
  files.flatMap((file) =>
    readImports(join(folder, file))
      .filter(({ from }) => from.startsWith('.'))
      .map(({ from, typeOnly }) => ({ file, target: join(dirname(file), from), typeOnly })),
  )
