// Loaded before tests: replaces sources by their instrumented forms, in which the mutant of the environment is active, and
// writes which mutants the tests reached to MUTATION_COVERAGE.
import { readFileSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'

const { MUTATION_FILES, MUTATION_COVERAGE } = process.env

// Threads that hash passwords load this, too, without the environment.
if (isMainThread) replaceSources(JSON.parse(readFileSync(MUTATION_FILES, 'utf8')))

function replaceSources(instrumented) {
  registerHooks({
    load(url, context, nextLoad) {
      const source = instrumented[url]
      return source === undefined ? nextLoad(url, context) : { format: 'module-typescript', source, shortCircuit: true }
    },
  })
  if (MUTATION_COVERAGE !== undefined) process.on('exit', writeReached)
}

function writeReached() {
  const reached = globalThis.__stryker__?.mutantCoverage?.static ?? {}
  writeFileSync(MUTATION_COVERAGE, JSON.stringify(Object.keys(reached)))
}
