import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BuiltPages } from '../../src/cli/built-pages.ts'
import { createGreeting } from '../../src/cli/greeting.ts'
import { loadConfig } from '../../src/config.ts'

const config = loadConfig({})
const all: BuiltPages = { hasSite: true, hasDashboard: true, hasDemo: true, lacksDashboard: false }
const link = 'http://localhost:4300/dashboard/join#tti_secret'

test('the greeting names the pages that are there, and no others', () => {
  const listAddresses = (pages: BuiltPages) =>
    createGreeting(config, { found: 'applications', pages }).match(/^ {2}(Docs|Dashboard|Demo) /gm) ?? []
  assert.equal(listAddresses(all).length, 3)
  assert.deepEqual(listAddresses({ ...all, hasSite: false }), ['  Dashboard ', '  Demo '])
  assert.deepEqual(listAddresses({ ...all, hasDashboard: false, hasDemo: false }), ['  Docs '])
})

test('without the dashboard, the greeting prints no link that leads there, but the commands that install it', () => {
  const lacking = { ...all, hasDashboard: false, lacksDashboard: true }
  const greet = (pages: BuiltPages) => createGreeting(config, { found: 'newDemo', pages, setUp: { link } })
  assert.ok(greet(all).includes(link))
  const text = greet(lacking)
  assert.ok(!text.includes(link))
  assert.match(
    text,
    /no owner yet\. The dashboard isn't installed\. To add it, run this, then start Thumbturn again:\n/,
  )
  assert.match(text, /^ {4}npm install \S*thumbturn-dashboard\S* +# in your project$/m)
})
