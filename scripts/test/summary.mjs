// A reporter for Node's test runner: prints a dot for every 25 tests that pass, failures in full, skips with their reason,
// diagnostics of tests, and the counts as the last line. SHOW_DURATIONS=1 also lists the slowest files. Files with failures
// are written to FAILED_FILES, one in a line.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'

const count = { passed: 0, failed: 0, skipped: 0 }
const secondsByFile = new Map()
const failedFiles = new Set()
const place = ({ file, line }) => (file ? ` (${relative(process.cwd(), file)}:${line})` : '')

/** Yields a text for everything except most passes. */
export default async function* summary(source) {
  for await (const { type, data } of source) {
    if (data?.nesting === 0 && data.details) addDuration(data)
    if (data?.details?.type === 'suite') continue
    if (type === 'test:pass' && data.skip !== undefined) {
      count.skipped++
      yield `\nskipped: ${data.name}${typeof data.skip === 'string' ? `: ${data.skip}` : ''}\n`
    } else if (type === 'test:pass') {
      count.passed++
      if (count.passed % 25 === 0) yield '.'
    } else if (type === 'test:fail') {
      count.failed++
      failedFiles.add(data.file)
      const { error } = data.details
      yield `\nFAILED: ${data.name}${place(data)}\n${describe(error?.cause ?? error)}\n`
    } else if (type === 'test:diagnostic' && data.nesting > 0) {
      // A test's own diagnostics; the runner's counts are at the outermost level.
      yield `\n${data.message}\n`
    } else if (type === 'test:stderr' && process.env.SHOW_STDERR) yield data.message
  }
  if (process.env.SHOW_DURATIONS) yield `\n${listSlowestFiles()}\n`
  if (process.env.FAILED_FILES) writeFileSync(process.env.FAILED_FILES, [...failedFiles].join('\n'))
  yield `\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`
}

/** Its stack and those of its causes: the service's errors keep there what they don't say. */
const describe = (error) =>
  error?.cause === undefined ? (error?.stack ?? error) : `${error.stack}\nCaused by: ${describe(error.cause)}`

function addDuration({ file = '', details }) {
  secondsByFile.set(file, (secondsByFile.get(file) ?? 0) + details.duration_ms / 1000)
}

function listSlowestFiles() {
  const slowest = [...secondsByFile].sort(([, a], [, b]) => b - a).slice(0, 40)
  return slowest
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(8)}  ${relative(process.cwd(), file)}`)
    .join('\n')
}
