// A test that fails on a busy machine and passes alone is a bug of that test, and tells nothing against the change.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { node, run } from '../run/command.mjs'
import { root } from '../run/install.mjs'
import { reporter } from './lanes.mjs'

/** More are no coincidence. */
const mostFiles = 3

/**
 * Runs what failed again, alone: a whole file of Node's test runner, or one test in the browser. Returns what passed now, or undefined
 * if something failed again, too much failed, or a lane ended without naming any, as a process that crashes does.
 * @param lists the files that the reporters of the failed lanes wrote to FAILED_FILES
 */
export function repeatAlone(lists, options) {
  const files = lists.map(readList)
  if (files.some((list) => list.length === 0) || files.flat().length > mostFiles) return undefined
  const passed = files.flat().filter((file) => run(node, [...toArguments(file), file], options))
  return passed.length === files.flat().length ? passed : undefined
}

const toArguments = (file) => (/\.spec\.ts:\d+$/.test(file) ? ['scripts/test/e2e.mjs'] : ['--test', ...reporter])

/** The list that the reporter of a lane wrote to FAILED_FILES, relative to the repository; empty if it wrote nothing. */
export function readList(path) {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((file) => relative(root, file))
  } catch {
    return []
  }
}
