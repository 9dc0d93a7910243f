import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Reference } from '../plugins/openapi-reference/model.ts'

// The website's sources are compiled by its own bundler, as no package of Node's modules.
const load = (path: string) => import(new URL(`../${path}`, import.meta.url).href)
const { readDocument } = await load('plugins/openapi-reference/document.ts')
const { createGuideFinder, groupGuides } = await load('plugins/openapi-reference/guides.ts')
const { apiReferences } = await load('plugins/openapi-reference/references.ts')
const { languages } = await load('src/reference/languages.ts')
const { toPython } = await load('src/reference/more-samples.ts')
const { writeSample } = await load('src/reference/samples.ts')

const root = fileURLToPath(new URL('../../..', import.meta.url))
const findGuides = createGuideFinder(`${root}apps/docs/docs`)
const documents = (apiReferences as { name: string }[]).map(({ name }) => {
  const file = `openapi_${name}.yaml`
  const text = readFileSync(`${root}packages/contract/openapi/${file}`, 'utf8')
  const document: Reference = readDocument(text, {
    file,
    findGuides: (operation: object) => findGuides(name, operation),
  })
  return { name, document }
})
const operations = documents.flatMap(({ name, document }) =>
  document.groups.flatMap((group) =>
    group.operations.map((operation) => ({ name, document, tag: group.tag, operation })),
  ),
)

test('every operation has a sample in every language, with its method, its address, and its credential', () => {
  assert.ok(operations.length > 100)
  for (const { document, operation } of operations)
    for (const language of languages as string[]) {
      const sample: string = writeSample(language, operation, document)
      assert.ok(sample.includes(operation.path.split('{')[0]!), `${operation.id} in ${language}`)
      assert.ok(language === 'curl' || sample.includes(operation.method), `${operation.id} in ${language}`)
      if (operation.access.kind === 'apiKey' && !operation.access.optional)
        assert.match(sample, /THUMBTURN_API_KEY|apiKey/, `${operation.id} in ${language}`)
    }
})

test('every operation with a body lists its fields, whatever the media type and the choice of fields', () => {
  const listOf = (id: string) =>
    operations
      .find(({ operation }) => operation.id === id)!
      .operation.body!.map(({ name, type, required, choices }) => ({
        name,
        type,
        required,
        ...(choices && { choices }),
      }))
  assert.deepEqual(listOf('ssoBackChannelLogout'), [{ name: 'logout_token', type: 'string', required: true }])
  assert.deepEqual(listOf('sessionSso'), [
    { name: 'purpose', type: 'string', required: true, choices: ['confirm', 'link'] },
    { name: 'provider', type: 'string', required: false },
  ])
})

test('a form is sent as one in every language, and what it sends is no JSON', () => {
  const { operation, document } = operations.find(({ operation: { id } }) => id === 'ssoBackChannelLogout')!
  const forms = { curl: '--data-urlencode', Browser: 'new URLSearchParams', Node: 'new URLSearchParams' }
  for (const [language, form] of Object.entries({ ...forms, Python: 'urllib.parse.urlencode', Go: 'url.Values' })) {
    const sample: string = writeSample(language, operation, document)
    assert.ok(sample.includes(form), language)
    assert.doesNotMatch(sample, /application\/json|JSON\.stringify/, language)
  }
})

test('a field that may be blank is shown as what it is otherwise', () => {
  const { body = [] } = operations.find(({ operation }) => operation.id === 'phoneInitForce')!.operation
  const { choices } = body.find(({ name }) => name === 'delivery_mode')!
  assert.deepEqual(choices, ['sms', 'voice'])
  const { body: completing = [] } = operations.find(({ operation }) => operation.id === 'phoneComplete')!.operation
  const { type, limits, says } = completing.find(({ name }) => name === 'no_jwt')!
  assert.deepEqual([type, limits, says], ['boolean', ['default false'], 'Whether to omit the token'])
})

test('values of JSON are literals of Python, and words within texts stay', () => {
  assert.equal(
    toPython({ a: true, b: null, c: 'true "null"', d: [false, 1] }).replaceAll(/\s+/g, ' '),
    '{ "a": True, "b": None, "c": "true \\"null\\"", "d": [ False, 1 ] }',
  )
})

const hasPython = spawnSync('python3', ['--version']).status === 0

test('the samples in Python compile', { skip: !hasPython && 'python3 is not installed' }, () => {
  const sources = operations.map(({ document, operation }) => writeSample('Python', operation, document))
  const check = 'import json, sys\nfor source in json.load(sys.stdin): compile(source, "sample", "exec")'
  const { status, stderr } = spawnSync('python3', ['-c', check], { input: JSON.stringify(sources), encoding: 'utf8' })
  assert.equal(status, 0, stderr)
})

test('every operation has a guide, and every guide of a group is a page', () => {
  assert.deepEqual(
    operations.filter(({ operation }) => operation.guides.length === 0).map(({ operation }) => operation.id),
    [],
  )
  const unknown = operations.filter(({ name, tag }) => groupGuides[name]?.[tag] === undefined)
  assert.deepEqual(
    unknown.map(({ name, tag }) => `${name} ${tag}`),
    [],
  )
})

test('the body of every error that is no page is known', () => {
  const without = operations.flatMap(({ operation }) =>
    operation.answers
      .filter(({ status, example, isPage }) => /^[45]/.test(status) && !isPage && example === undefined)
      .map(({ status }) => `${operation.id} ${status}`),
  )
  assert.deepEqual(without, [])
})
