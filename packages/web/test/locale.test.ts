import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toLocale } from '../src/elements/locale.ts'

for (const [tag, locale] of [
  ['de-AT', 'de-AT'],
  ['de_DE', 'de-DE'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['en-US@posix', 'en'],
  ['zh_CN.UTF-8', 'en'],
  ['C', 'en'],
  ['tlh', 'en'],
  ['', 'en'],
] as const) {
  test(`dates on a page in "${tag}" are formatted in ${locale}`, () => {
    assert.equal(toLocale(tag), locale)
    assert.ok(new Intl.DateTimeFormat(toLocale(tag), { dateStyle: 'medium' }).format(0))
  })
}
