import assert from 'node:assert/strict'
import { attempt, type FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { ScimError } from '../../src/http/scim/errors.ts'
import { type Filter, findRequiredText, parseFilter } from '../../src/http/scim/filter.ts'
import { compileFilter } from '../../src/http/scim/match.ts'
import { listAttributes, withoutSchema } from '../../src/http/scim/schema.ts'
import { readAsScript } from './filter-script.ts'

/** The comparisons of a filter, in the order of its text. */
function listComparisons(filter: Filter): Filter[] {
  if (filter.kind === 'compare') return [filter]
  return 'left' in filter
    ? [...listComparisons(filter.left), ...listComparisons(filter.right)]
    : listComparisons(filter.inner)
}

function evaluate(filter: Filter, truths: Map<Filter, boolean>): boolean {
  switch (filter.kind) {
    case 'and':
      return evaluate(filter.left, truths) && evaluate(filter.right, truths)
    case 'or':
      return evaluate(filter.left, truths) || evaluate(filter.right, truths)
    case 'not':
      return !evaluate(filter.inner, truths)
    case 'some':
      return evaluate(filter.inner, truths)
    case 'compare':
      return truths.get(filter)!
  }
}

/** For some truths of the comparisons, JavaScript comes to the same result. */
function requireSameResult(filter: Filter, script: (truths: readonly boolean[]) => boolean) {
  const comparisons = listComparisons(filter)
  for (let pattern = 0; pattern < 16; pattern++) {
    const truths = comparisons.map((_, index) => ((pattern >> (index % 4)) & 1) === 1)
    const byComparison = new Map(comparisons.map((comparison, index) => [comparison, truths[index]!]))
    assert.equal(evaluate(filter, byComparison), script(truths))
  }
}

const user = {
  id: '1',
  userName: 'ada@example.com',
  name: { givenName: 'Ada' },
  active: true,
  emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
  meta: { created: '2026-01-01T00:00:00Z' },
}

const scope = {
  attributes: listAttributes('User'),
  strip: (path: string) => withoutSchema('User', path),
  budget: { spend() {} },
}

export const target: FuzzTarget = {
  promise:
    'a filter is parsed and evaluated, or rejected by a ScimError, and JavaScript groups its comparisons by and, or, not, and brackets in the same way',
  sources: ['apps/service/src/http/scim/{filter,filter-tokens,match}.ts'],
  seeds: [
    'userName eq "ada@example.com"',
    'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "a" and not (active eq false or name.givenName co "b")',
    'emails[type eq "work" and value ew ".com"] or meta.created gt "2025-01-01T00:00:00Z"',
    'emails[type eq "work"].value eq "a" and externalId pr',
    'not not (title ne null) or id eq "\\u0031"',
    'a eq 1 or b ge -1.5 or c le true and d lt "x"',
  ],
  words: [' and ', ' or ', 'not ', '(', ')', '[', '].', ' eq ', ' pr', '"'],
  run(input) {
    const text = input.toString()
    const filter = attempt(ScimError, () => parseFilter(text))
    const script = readAsScript(text)
    if (!filter) return false
    assert.ok(script, 'JavaScript reads it')
    requireSameResult(filter, script)
    const matches = attempt(ScimError, () => compileFilter(filter, scope)(user))
    const required = findRequiredText(filter, 'userName', scope.strip)
    if (matches && required !== undefined) assert.equal(required.toLowerCase(), user.userName)
    return matches !== undefined
  },
  planted: {
    without: 'the precedence of and over or',
    file: 'apps/service/src/http/scim/filter.ts',
    check: "{ kind: 'and', left, right: this.#parseTerm() }",
    instead: "{ kind: 'and', left, right: this.parseOr() }",
  },
}
