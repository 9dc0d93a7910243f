// A reporter for node's tests: a dot for every 25 that pass, failures in full, skips with their reason, what tests tell of
// themselves, and the count as the last line.
import { relative } from 'node:path'

const count = { passed: 0, failed: 0, skipped: 0 }
const place = ({ file, line }) => (file ? ` (${relative(process.cwd(), file)}:${line})` : '')

/** Yields one text for everything but a pass. */
export default async function* summary(source) {
  for await (const { type, data } of source) {
    if (data?.details?.type === 'suite') continue
    if (type === 'test:pass' && data.skip !== undefined) {
      count.skipped++
      yield `\nskipped: ${data.name}${typeof data.skip === 'string' ? `: ${data.skip}` : ''}\n`
    } else if (type === 'test:pass') {
      count.passed++
      if (count.passed % 25 === 0) yield '.'
    } else if (type === 'test:fail') {
      count.failed++
      const { error } = data.details
      yield `\nFAILED: ${data.name}${place(data)}\n${error?.cause?.stack ?? error?.cause ?? error?.stack ?? error}\n`
    } else if (type === 'test:diagnostic' && data.nesting > 0) {
      // What a test tells of itself; the runner's own counts are at the outermost level.
      yield `\n${data.message}\n`
    } else if (type === 'test:stderr' && process.env.SHOW_STDERR) yield data.message
  }
  yield `\n${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`
}
