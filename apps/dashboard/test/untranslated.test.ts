import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { serviceTexts } from '../build/service-texts.ts'
import { findUntranslated } from './untranslated.ts'

const source = fileURLToPath(new URL('../src', import.meta.url))

const folders = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'locales')
  .map(({ name }) => name)

for (const folder of folders)
  test(`every text in src/${folder} can be translated`, () => {
    const files = globSync(`${source}/${folder}/**/*.{ts,tsx}`).filter((file) => !serviceTexts.match(file))
    const found = files.flatMap((file) =>
      findUntranslated(readFileSync(file, 'utf8')).map(
        ({ line, text }) => `${relative(source, file)}:${line}: ${text}`,
      ),
    )
    assert.deepEqual(found, [], 'Write these texts with Trans, t, or msg of Lingui.')
  })

const list = (code: string) => findUntranslated(code).map(({ text }) => text)

test('texts between tags, in attributes, in properties, and in toasts are found, whatever chooses them', () => {
  assert.deepEqual(list('const a = <p>Save</p>'), ['Save'])
  assert.deepEqual(list('const a = <p>{isNew ? "add" : t`change`}</p>'), ['add'])
  assert.deepEqual(list('const a = <Card title="Users" id="users" />'), ['Users'])
  assert.deepEqual(list('const a = <Card title={name ?? `Key`} />'), ['Key'])
  assert.deepEqual(list('const a = { header: "Name", id: "name" }'), ['Name'])
  assert.deepEqual(list('const Dialog = ({ close = "Cancel" }) => close'), ['Cancel'])
  assert.deepEqual(list('showSuccess(`Saved`)'), ['Saved'])
  assert.deepEqual(list('const describe = () => "No role yet"'), ['No role yet'])
})

test('macros, names, code, examples of values, and errors for developers are no texts', () => {
  assert.deepEqual(list('const a = <p><Trans>Save</Trans></p>'), [])
  assert.deepEqual(list('const a = <Card title={t`Users`} />'), [])
  assert.deepEqual(list('const a = t({ message: "All users", context: "noun" })'), [])
  assert.deepEqual(list('const a = <p>Thumbturn · <code>setup-link</code></p>'), [])
  assert.deepEqual(list('const a = <TextInput placeholder="example.com" />'), [])
  assert.deepEqual(list('throw new Error("The page needs a session")'), [])
})
