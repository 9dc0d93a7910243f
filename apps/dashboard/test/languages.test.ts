import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'

const cwd = fileURLToPath(new URL('..', import.meta.url))
const config = getConfig({ cwd })
const catalogs = await getCatalogs(config)

for (const locale of config.locales)
  test(`every text of the dashboard has a translation: ${locale}`, async () => {
    for (const catalog of catalogs) {
      const texts = Object.keys((await catalog.collect()) ?? {})
      const translated = (await catalog.read(locale)) ?? {}
      const missing = texts.filter((id) => locale !== config.sourceLocale && !translated[id]?.translation)
      assert.deepEqual(missing, [], `npm run texts -w apps/dashboard, then translate ${catalog.path}`)
      assert.deepEqual(
        Object.keys(translated).sort(),
        texts.sort(),
        `npm run texts -w apps/dashboard (${catalog.path})`,
      )
    }
  })

// A page's texts are added to those of the pages before it.
for (const locale of config.locales)
  test(`a text that several pages have is the same on each: ${locale}`, async () => {
    const first = new Map<string, string | undefined>()
    const different: string[] = []
    for (const catalog of catalogs)
      for (const [id, { translation, message }] of Object.entries((await catalog.read(locale)) ?? {})) {
        if (first.has(id) && first.get(id) !== translation)
          different.push(`${message}: ${first.get(id)}, ${translation}`)
        first.set(id, translation)
      }
    assert.deepEqual(different, [], 'If they mean different things, give one of them a context.')
  })
