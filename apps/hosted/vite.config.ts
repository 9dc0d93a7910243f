import { assetBudget } from '@thumbturn/ui/build/asset-budget.ts'
import { precompress } from '@thumbturn/ui/build/precompress.ts'
import { defineConfig } from 'vite'
import { darkByPreference } from './build/dark-by-preference.ts'

export default defineConfig({
  base: './',
  plugins: [darkByPreference(), assetBudget(30_000), precompress()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Of every library that is part of the pages.
    license: { fileName: 'licenses.md' },
  },
  experimental: {
    // Every page is one level below the application's address, and so are the assets: it needs no absolute path.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `../hosted/${file}` : { relative: true }),
  },
})
