import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const readTokens = (css: string) =>
  new Map([...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]))

const brand = ['--paper', '--surface', '--ink', '--brass', '--brass-bright', '--brass-soft', '--danger-soft']
const files = [read('packages/ui/src/palette.css'), read('apps/docs/src/css/tokens.css')]

for (const [index, scheme] of ['light', 'dark'].entries()) {
  test(`the website has the ${scheme} brand colors of demo and dashboard`, () => {
    const [shared, website] = files.map((css) => readTokens(css.split(/^\S*="dark"\] \{$/m)[index] ?? ''))
    for (const name of brand) {
      assert.ok(shared?.has(name), name)
      assert.equal(website?.get(name), shared?.get(name), name)
    }
  })
}

test('website, dashboard, demos, and hosted pages have the same fonts for text', () => {
  for (const [path, font] of [
    ['apps/docs/src/css/tokens.css', /--sans: "Inter"/],
    ['apps/dashboard/src/ui/tokens.css', /--sans:\s+"Inter( Variable)?"/],
    ['apps/demo/src/ui/theme.ts', /fontFamily: '"Inter"/],
    ['apps/hosted/src/styles/page.css', /--sans: "Inter"/],
  ] as const)
    assert.match(read(path), font, path)
})

test('website, dashboard, demos, and hosted pages have the same font for code', () => {
  for (const path of ['apps/docs/src/css/tokens.css', 'packages/ui/src/palette.css'])
    assert.match(read(path), /--mono: "JetBrains Mono"/, path)
  for (const path of ['apps/demo/src/ui/Providers.tsx', 'apps/hosted/src/main.tsx', 'apps/dashboard/src/ui/styles.ts'])
    assert.match(read(path), /@thumbturn\/ui\/fonts\/mono\.css/, path)
})
