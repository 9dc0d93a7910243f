// A reporter for Node's test runner: writes the coverage of each file, and which tests failed, to COVERAGE_FILE.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../run/install.mjs'

/** Yields nothing. Failures and progress go to stderr. */
export default async function* coverage(source) {
  const tests = { passed: 0, failed: 0 }
  let files = []
  for await (const { type, data } of source) {
    if (type === 'test:coverage') files = data.summary.files.map(toFile)
    if (!/^test:(pass|fail)$/.test(type) || data.details?.type === 'suite') continue
    tests[type === 'test:pass' ? 'passed' : 'failed']++
    if (type === 'test:fail') process.stderr.write(`\nFAILED: ${data.name}\n${data.details.error.cause?.stack ?? ''}\n`)
    else if (tests.passed % 100 === 0) process.stderr.write('.')
  }
  process.stderr.write(`\n${tests.passed} tests passed, ${tests.failed} failed\n`)
  writeFileSync(process.env.COVERAGE_FILE, JSON.stringify({ tests, files }))
  yield ''
}

const toFile = ({ path, totalBranchCount, branches }) => {
  const missing = branches.filter(({ count }) => count === 0).map(({ line }) => line)
  return { path: relative(root, path), branches: totalBranchCount, missing: missing.sort((a, b) => a - b) }
}
