// The floors of the service's core: which of its files may need which others. `test/architecture.test.ts` and `npm run shape`
// judge imports by them, given as `{ file, target, typeOnly }` with paths from the root.
import { basename, relative, sep } from 'node:path'

export const coreFolder = 'apps/service/src/core'

/**
 * The floors, the lowest first, and what else each imports; `types` by `import type` only. `basis`: files directly in the core
 * that need nothing of it; `root`: the others there.
 */
const floors = {
  basis: { may: [] },
  model: { may: ['basis'] },
  ports: { may: ['basis'], types: ['model', 'writes.ts'] },
  'writes.ts': { may: ['basis'], types: ['model'] },
  root: { may: ['basis'], types: ['model', 'ports', 'writes.ts'] },
  'use-cases': { may: ['basis', 'model', 'ports', 'writes.ts', 'root'] },
  flows: { may: ['basis', 'model', 'ports', 'writes.ts', 'root', 'use-cases'] },
}
const basis = ['after', 'clock', 'errors', 'json-depth', 'p256', 'spent-session', 'suggestion', 'uuid', 'wait-briefly']
/** Flows that are made of other flows. */
const composed = ['mfa']

/** The imports that go up a floor, or from one flow to another. */
export const findImportsUp = (imports) => imports.filter((found) => !isAllowed(found))

function isAllowed({ file, target, typeOnly }) {
  const { floor, room } = placeInCore(file)
  const other = placeInCore(target)
  const { may, types = [] } = floors[floor]
  const isFlow = floor === 'flows' && other.room !== undefined && !composed.includes(room ?? '')
  const isSame = floor === other.floor && (!isFlow || room === other.room)
  return isSame || may.includes(other.floor) || (typeOnly && types.includes(other.floor))
}

/** Folders that need each other, directly or not: what is left when those that need no other are taken away, one by one. */
export function findFolderCycles(imports) {
  const needs = new Map(imports.map(({ file }) => [nameRoom(file), new Set()]))
  for (const { file, target } of imports) needs.get(nameRoom(file)).add(nameRoom(target))
  const isFree = ([room, others]) => [...others].every((other) => other === room || !needs.has(other))
  for (let free = [...needs].filter(isFree); free.length > 0; free = [...needs].filter(isFree))
    for (const [room] of free) needs.delete(room)
  return [...needs.keys()]
}

/** A folder of the core; a file that is in none stands for itself. */
function nameRoom(path) {
  const { floor, room } = placeInCore(path)
  if (floor === 'ports') return floor
  return room === undefined ? relative(coreFolder, path) : `${floor}/${room}`
}

/** The floor, and the folder on it. */
function placeInCore(path) {
  const [first = '', room, inside] = relative(coreFolder, path).split(sep)
  if (room !== undefined) return { floor: first, room: inside === undefined ? undefined : room }
  if (first in floors) return { floor: first, room }
  return { floor: basis.includes(basename(first, '.ts')) ? 'basis' : 'root', room }
}
