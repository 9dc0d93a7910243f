import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { apis } from '@thumbturn/contract/apis.ts'
import { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { clientFields } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import { siteFields } from '@thumbturn/contract/vocabulary/protected-sites.ts'
import { apiKeyScopes } from '@thumbturn/contract/vocabulary/scopes.ts'
import { withSamples } from '../plugins/samples/sample.mts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const docs = `${root}apps/docs/docs`
const pages = globSync('**/*.mdx', { cwd: docs }).map((path) => ({
  path,
  text: withSamples(root, readFileSync(`${docs}/${path}`, 'utf8')).page,
}))

/** The texts of all pages in a certain place, and where: `[page, what]`. */
const said = (pattern: RegExp) =>
  pages.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([, what]) => [path, what!]))

// The website is built by a command of its own; what a change of the code breaks in it must not wait for that.
for (const [route, api] of [
  ['/next/api/', 'current'],
  ['/proxy/api/', 'proxy'],
  ['/api/', 'gen1'],
  ['/admin/api/', 'admin'],
  ['/openid-provider/api/', 'openid'],
] as const) {
  test(`pages link to operations that the ${api} API has`, () => {
    const ids = Object.keys(apis[api]!.routes)
    const links = said(new RegExp(`\\(${route}#(\\w+)\\)`, 'g'))
    assert.deepEqual(
      links.filter(([, id]) => !ids.includes(id!)),
      [],
    )
  })
}

test('pages set settings that applications, OpenID clients, and protected sites have', () => {
  const names = Object.keys({ ...ApplicationSettings.properties, ...clientFields, ...siteFields })
  // The Helm chart, and the profiles of users, have fields of their own, which are set in the same way.
  const set = said(/(?<!user set [^\n]*)--set (\w+)=/g).filter(([path]) => path !== 'operate/kubernetes.mdx')
  assert.ok(set.length > 5)
  assert.deepEqual(
    set.filter(([, name]) => !names.includes(name!)),
    [],
  )
})

test('pages ask for scopes that keys may have', () => {
  // Protected resources have scopes of their own, each with a description.
  const asked = said(/--scope ([a-z:]+)(?!\S*=)/g)
  assert.ok(asked.length > 3)
  assert.deepEqual(
    asked.filter(([, scope]) => !(apiKeyScopes as readonly string[]).includes(scope!)),
    [],
  )
})
