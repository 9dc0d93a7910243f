import { lingui } from '@lingui/vite-plugin'
import babel, { type RolldownBabelPreset } from '@rolldown/plugin-babel'
import { assetBudget } from '@thumbturn/ui/build/asset-budget.ts'
import { precompress } from '@thumbturn/ui/build/precompress.ts'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractFacts } from './build/contract-facts.ts'
import { firstPaint } from './build/first-paint.ts'
import { proxySettings } from './build/proxy-settings.ts'

/** In development, calls go to the service at THUMBTURN_URL. */
const service = process.env.THUMBTURN_URL ?? 'http://localhost:4300'

/** Replaces texts by the keys of catalogs: in components and, where they are described by `msg`, in other modules. */
const texts: RolldownBabelPreset = {
  preset: { plugins: ['@lingui/babel-plugin-lingui-macro'] },
  rolldown: { filter: { code: /@lingui\/(react\/macro|core\/runtime-macro)'/ } },
}

export default defineConfig({
  base: '/dashboard/',
  plugins: [
    react(),
    babel({ presets: [texts] }),
    lingui(),
    contractFacts(),
    proxySettings(),
    firstPaint(),
    assetBudget(300_000),
    precompress(),
  ],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Of every library that is part of the pages.
    license: { fileName: 'licenses.md' },
  },
  server: { proxy: { '/apps': service, '/admin': service } },
})
