// Unsafe code that neither compiler nor linter notices: verdicts that aren't looked at, SQL composed as text, clock and randomness
// outside their ports, and secrets compared with ===. Exceptions are listed with their reasons in safety/exceptions.mjs.
import { exceptions } from './safety/exceptions.mjs'
import { applyExceptions, findUnsafeCode } from './safety/rules.mjs'
import { readSources } from './safety/tree.mjs'

const sources = readSources()
const { findings, unused } = applyExceptions(findUnsafeCode(sources), exceptions)

for (const { rule, file, line, code, message } of findings)
  console.log(`${file}:${line} (${rule}): ${message}\n    ${code.slice(0, 160)}`)
for (const { rule, file, code } of unused)
  console.log(`scripts/check/safety/exceptions.mjs: ${rule} needs no exception in ${file}${code ? `: ${code}` : ''}`)
console.log(`${sources.length} files, ${findings.length} findings, ${exceptions.length} exceptions`)
process.exitCode = findings.length + unused.length === 0 ? 0 : 1
