import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'yaml'
import { apis } from '../src/apis.ts'
import { toYaml } from '../src/emit.ts'
import { formats } from '../src/formats.ts'
import { findExpectation } from '../src/patterns.ts'

/** Returns every format in a part of a document. */
function formatsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { format } = part as { format?: unknown }
  return [...(typeof format === 'string' ? [format] : []), ...Object.values(part).flatMap(formatsIn)]
}

/** Returns every pattern in a part of a document. */
function patternsIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return []
  const { pattern, patternProperties = {} } = part as { pattern?: unknown; patternProperties?: object }
  const own = typeof pattern === 'string' ? [pattern] : []
  return [...own, ...Object.keys(patternProperties), ...Object.values(part).flatMap(patternsIn)]
}

test('every format is one that the service checks, and every one of these is used', () => {
  const used = Object.values(apis).flatMap((api) => formatsIn(parse(toYaml(api))))
  assert.deepEqual([...new Set(used)].sort(), Object.keys(formats).sort())
})

const used = new Set(Object.values(apis).flatMap((api) => patternsIn(parse(toYaml(api)))))

// Features that RE2 (Go), Rust, Python, and JavaScript don't all have: lookaround, backreferences, \u, \p, \d beyond
// ASCII. All of them know an escaped bracket or parenthesis, and JavaScript's flag v requires it in a class.
const unportable = /\(\?|\\[^./\-xs()[\]]|\\x(?![0-9a-f]{2})/

for (const pattern of used) {
  test(`the pattern ${pattern} compiles in other languages, and errors can describe it`, () => {
    for (const flags of ['', 'u', 'v']) new RegExp(pattern, flags)
    assert.doesNotMatch(pattern, unportable)
    for (const [, most = '0'] of pattern.matchAll(/\{\d*,?(\d+)\}/g)) assert.ok(Number(most) <= 1000)
    if (pattern !== '^.*$') assert.ok(findExpectation(pattern.replace('^$|', '')))
  })
}
