import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { adaptLinks } from '../plugins/samples/changelog.mts'
import { readSample, withSamples } from '../plugins/samples/sample.mts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const docs = join(root, 'apps/docs/docs')
const pages = globSync('**/*.mdx', { cwd: docs }).map((path) => ({
  path,
  text: readFileSync(join(docs, path), 'utf8'),
}))
const folder = mkdtempSync(join(tmpdir(), 'samples-'))
after(() => rmSync(folder, { recursive: true }))

function written(...lines: string[]): void {
  writeFileSync(join(folder, 'a.ts'), lines.join('\n'))
}

test('pages take their samples from files and regions that exist', () => {
  const taken = pages.flatMap(({ text }) => withSamples(root, text).files)
  assert.ok(taken.length > 0)
})

/**
 * The languages of code that can be in a page itself: what programs print, pictures, and commands that no test runs:
 * the service or the benchmarks started as they are, another maker's program, another maker's service. All else is
 * code, from a file.
 */
const mayBeWritten = (language: string, lines: readonly string[]) =>
  ['text', 'mermaid'].includes(language) ||
  (language === 'sh' &&
    lines.every((line) =>
      /^(FIDO_METADATA=\S+ )?(npm start|npm run (bench|page-costs)|keytool|journalctl|docker compose logs)\b/.test(
        line,
      ),
    )) ||
  (language === 'sh' && lines[0]!.startsWith("curl 'https://v4.passwordless.dev/"))

const splitLines = (code: string) => code.split('\n').map((line) => line.trim())

test('no page has code that comes from no file', () => {
  const written = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/^[ \t]*```(\w*)(.*)\n([\s\S]*?)\n?[ \t]*```[ \t]*$/gm)]
      .filter(([, language, rest, code]) => !rest!.includes('file=') && !mayBeWritten(language!, splitLines(code!)))
      .map(([, language, , code]) => `${path}: ${language} ${code}`),
  )
  assert.deepEqual(written, [], 'see "A sample on the website" in CONTRIBUTING.md')
})

test('a region is what lies between its markers, without those of regions inside, and not indented', () => {
  written('// #region all', 'function f() {', '  // #region inner', '  g()', '', '  h()', '  // #endregion', '}')
  assert.throws(() => readSample(folder, 'a.ts#all'), /#region all is not closed/)
  assert.equal(readSample(folder, 'a.ts#inner'), 'g()\n\nh()')
  written('// #region all', 'f()', '  # #region inner', '  g()', '  # #endregion', '// #endregion', 'h()')
  assert.equal(readSample(folder, 'a.ts#all'), 'f()\n  g()')
  assert.equal(readSample(folder, 'a.ts'), 'f()\n  g()\nh()')
})

test('a file or region that does not exist, or is empty, is named', () => {
  written('// #region empty', '// #endregion')
  assert.throws(() => readSample(folder, 'a.ts#other'), /a\.ts has no region other/)
  assert.throws(() => readSample(folder, 'a.ts#empty'), /a\.ts has no region empty/)
  assert.throws(() => readSample(folder, 'b.ts'), /b\.ts/)
})

test('a fence is filled where it stands, keeps its title, and is rejected unless it is empty', () => {
  written('if (a) {', '', '  b()', '}')
  const { page, files } = withSamples(folder, '1. So:\n\n   ```ts file=a.ts title="a.ts"\n   ```\n\nThen.')
  assert.equal(page, '1. So:\n\n   ```ts title="a.ts"\n   if (a) {\n\n     b()\n   }\n   ```\n\nThen.')
  assert.deepEqual(files, ['a.ts'])
  assert.throws(() => withSamples(folder, '```ts file=a.ts\nb()\n```'), /has nothing inside/)
})

test('the changelog links to pages of the website, and to other files in the repository', () => {
  const home = 'https://example.com/thumbturn'
  const text =
    '[backups](apps/docs/docs/operate/backup.mdx), [steps](docs/webauthn-steps.md), [semver](https://semver.org)'
  assert.equal(
    adaptLinks(text, home),
    `[backups](./operate/backup.mdx), [steps](${home}/blob/main/docs/webauthn-steps.md), [semver](https://semver.org)`,
  )
})
