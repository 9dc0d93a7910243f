import { readdirSync } from 'node:fs'
import babel from '@lingui/cli/api/extractors/babel'
import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { serviceTexts } from './build/service-texts.ts'

/** Folders whose texts load with the dashboard; every other folder of src/ is a page, whose texts load with it. */
const shared = ['api', 'common', 'session', 'shell', 'ui']

/** A shared folder whose texts only the pages that show them load, as they are many. */
const findings = '<rootDir>/src/common/findings'

/** The texts of events are those of the registry, and only the pages that show events load them. */
const events = [
  '<rootDir>/../../packages/contract/src/vocabulary/event-registry.ts',
  '<rootDir>/src/common/service-texts/reasons.ts',
]

/** The texts of errors load with the first one. */
const errors = '<rootDir>/src/common/service-texts/errors.ts'

const pages = readdirSync(new URL('src/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'locales' && !shared.includes(entry.name))
  .map(({ name }) => name)

const include = (folder: string) => `<rootDir>/src/${folder}`

export default defineConfig({
  sourceLocale: 'en',
  fallbackLocales: { default: 'en' },
  locales: ['en', 'de', 'fr', 'es', 'ja', 'zh'],
  catalogs: [
    {
      path: '<rootDir>/src/locales/shared/{locale}',
      include: shared.map(include),
      exclude: [findings, ...events, errors],
    },
    { path: '<rootDir>/src/locales/findings/{locale}', include: [findings] },
    { path: '<rootDir>/src/locales/events/{locale}', include: events },
    { path: '<rootDir>/src/locales/errors/{locale}', include: [errors] },
    ...pages.map((page) => ({ path: `<rootDir>/src/locales/${page}/{locale}`, include: [include(page)] })),
  ],
  extractors: [serviceTexts, babel],
  // Outside of components, texts come from @lingui/core/runtime-macro, which works in tests without compilation, too.
  experimental: { runtimeMacro: true },
  format: formatter({ lineNumbers: false, origins: false }),
})
