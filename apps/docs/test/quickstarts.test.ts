import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const pages = join(root, 'apps/docs/docs/quickstarts')
const projects = join(root, 'examples/projects')
/** The file that all quickstarts share, each under the name that its framework gives it. */
const style = 'examples/web/quickstart.css'

/** The subject of each code block of a quickstart, in the order of the page. */
const listBlocks = (name: string) =>
  [...readFileSync(join(pages, `${name}.mdx`), 'utf8').matchAll(/^```\w+ file=(\S+)(?: title="(.+)")?$/gm)].map(
    ([, reference, title]) => ({ reference: reference!.replace(`examples/projects/${name}/`, ''), title }),
  )

test('every project is a quickstart, and every quickstart is a project', () => {
  const quickstarts = globSync('*.mdx', { cwd: pages, exclude: ['index.mdx', '_*.mdx'] })
  assert.deepEqual(readdirSync(projects).sort(), quickstarts.map((file) => file.replace('.mdx', '')).sort())
})

for (const name of readdirSync(projects))
  test(`the quickstart ${name} prints every command and every file of its project, in the order of doing`, () => {
    const blocks = listBlocks(name)
    const commands = blocks
      .map(({ reference }) => reference)
      .filter((reference) => reference.startsWith('commands.sh#'))
    const regions = [...readFileSync(join(projects, name, 'commands.sh'), 'utf8').matchAll(/^# #region (\w+)$/gm)]
    assert.deepEqual(
      commands,
      regions.map(([, region]) => `commands.sh#${region}`),
    )
    assert.deepEqual(
      commands.slice(0, 4),
      ['create', 'install', 'service', 'allow'].map((region) => `commands.sh#${region}`),
    )
    const files = blocks.filter(({ title }) => title !== undefined)
    const printed = files.filter(({ reference }) => reference !== style)
    // An app has no style sheet.
    const styles = ['android', 'expo'].includes(name) ? 0 : 1
    assert.equal(files.length, printed.length + styles, 'the page of a website prints the style once')
    assert.deepEqual(
      printed.map(({ reference }) => reference).sort(),
      globSync('**/*.*', { cwd: join(projects, name), exclude: ['commands.sh'] }).sort(),
    )
    for (const { reference, title } of printed) assert.equal(title, reference)
    const [first] = printed
    assert.ok(blocks.indexOf(first!) > blocks.findIndex(({ reference }) => reference === 'commands.sh#allow'))
  })

test('the landing page shows the element of the quickstart for plain HTML, and an import that the SDK has', () => {
  const shown = readFileSync(join(root, 'examples/web/sign-in-element.html'), 'utf8')
  const strip = (html: string) => html.replaceAll(/\s/g, '')
  const [element] = /<thumbturn-auth[\s\S]*>/.exec(shown)!
  assert.ok(strip(readFileSync(join(projects, 'plain/index.html'), 'utf8')).includes(strip(element)))
  const [, entry] = /import '@thumbturn\/web\/(\w+)'/.exec(shown)!
  const { exports } = JSON.parse(readFileSync(join(root, 'packages/web/package.json'), 'utf8')) as { exports: object }
  assert.ok(`./${entry}` in exports)
})
