// A test that fails on a busy machine and passes alone is a bug of that test, and tells nothing against the change.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { node, run } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { reporter } from './lanes.mjs'

/** More are no coincidence. */
const mostFiles = 3

/**
 * Runs the files in which tests failed again, each alone. Returns which of them passed now, or undefined if one failed again,
 * too many failed, or a lane ended without naming any, as a process that crashes does.
 * @param lists the files that the reporters of the failed lanes wrote to FAILED_FILES
 */
export function repeatAlone(lists, options) {
  const files = lists.map(readList)
  if (files.some((list) => list.length === 0) || files.flat().length > mostFiles) return undefined
  const passed = files.flat().filter((file) => run(node, ['--test', ...reporter, file], options))
  return passed.length === files.flat().length ? passed : undefined
}

function readList(path) {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((file) => relative(root, file))
  } catch {
    return []
  }
}
