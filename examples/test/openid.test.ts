import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ClientRequest } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { applyClientPatch } from '@thumbturn/service/core/model/authorization/apply-patch.ts'
import { listClientProblems } from '@thumbturn/service/core/model/authorization/check-client.ts'
import { listClientDefaults } from '@thumbturn/service/core/model/authorization/client-defaults.ts'
import { Value } from 'typebox/value'
import { parseAllDocuments } from 'yaml'
import { describeClient, fillSettings } from '../openid/fill.ts'
import { programs } from '../openid/programs.ts'

const folder = join(import.meta.dirname, '../openid/settings')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

const values = {
  issuer: 'https://id.example.com/apps/shop',
  clientId: 'q8Zb1nYx0mW3kT5rV7uJ2A',
  clientSecret: 'N1c4mE2vQ8yR5tXoWb7LzK0aUjGhF3sDpYiVxCqBx7Q',
  origin: 'https://program.example.com',
}

const listFiles = ({ settings }: (typeof programs)[number]) => settings.map(({ file }) => file)

test('every file of settings belongs to one program', () => {
  assert.deepEqual(programs.flatMap(listFiles).sort(), globSync('*', { cwd: folder }).sort())
})

test('programs that are said to run have a test that runs them', () => {
  const tests = globSync('*.test.ts', { cwd: join(import.meta.dirname, '../../scripts/test/relying-parties') })
  const run = programs.filter(({ verified }) => verified === 'run').map(({ id }) => id)
  assert.deepEqual(
    run.filter((id) => !tests.includes(`${id}.test.ts`)),
    [],
  )
})

test('programs are in the order of their names', () => {
  const names = programs.map(({ name }) => name)
  assert.deepEqual(names, names.toSorted(new Intl.Collator('en').compare))
})

for (const program of programs) {
  test(`the client of ${program.name} can be created`, () => {
    const request = describeClient(program, values.origin)
    assert.deepEqual([...Value.Errors(ClientRequest, request)], [])
    const settings = applyClientPatch({ ...listClientDefaults(program.type), name: program.name }, request)
    assert.deepEqual(listClientProblems(settings), [])
    assert.deepEqual(listClientProblems(applyClientPatch(settings, describeClient(program, program.origin))), [])
  })

  test(`the settings of ${program.name} say who the client and the issuer are, and ask for no other scope`, () => {
    const texts = listFiles(program).map(read)
    const filled = texts.map((text) => fillSettings(text, values)).join('\n')
    for (const value of [values.issuer, values.clientId, values.clientSecret]) assert.ok(filled.includes(value), value)
    assert.doesNotMatch(filled, /\{[a-z_]+\}/)
    const known = ['openid', 'profile', 'email', 'phone', 'groups', 'offline_access']
    const asked = known.filter((scope) => new RegExp(`scope.*\\b${scope}\\b`, 'i').test(filled))
    assert.deepEqual(
      asked.filter((scope) => !program.scopes.includes(scope)),
      [],
    )
  })
}

const filledFiles = (extension: string) =>
  globSync(`*.${extension}`, { cwd: folder }).map((file): [string, string] => [file, fillSettings(read(file), values)])

for (const [file, script] of filledFiles('sh'))
  test(`${file} is a script without syntax errors`, () => {
    execFileSync('bash', ['-n'], { input: script })
  })

for (const [file, text] of filledFiles('json'))
  test(`${file} is JSON`, () => {
    assert.ok(JSON.parse(text))
  })

for (const [file, text] of filledFiles('yml'))
  test(`${file} is YAML`, () => {
    assert.deepEqual(
      parseAllDocuments(text).flatMap((document) => document.errors),
      [],
    )
  })

test('the manifests that a script contains are well-formed', () => {
  const manifests = [...fillSettings(read('argo-cd.sh'), values).matchAll(/<<'YAML'\n(.*?)\nYAML\n/gs)]
  assert.equal(manifests.length, 2)
  for (const [, yaml = ''] of manifests) assert.deepEqual(parseAllDocuments(yaml)[0]?.errors, [])
  const [, body = ''] = /<<'JSON'\n(.*?)\nJSON\n/s.exec(fillSettings(read('jellyfin.sh'), values)) ?? []
  assert.ok(JSON.parse(body))
})
