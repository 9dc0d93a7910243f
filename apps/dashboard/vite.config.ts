import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { assetBudget } from './build/asset-budget.ts'
import { contractFacts } from './build/contract-facts.ts'
import { precompress } from './build/precompress.ts'

/** In development, calls go to the service at THUMBTURN_URL. */
const service = process.env.THUMBTURN_URL ?? 'http://localhost:4300'

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), contractFacts(), assetBudget(), precompress()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Of every library that is part of the pages.
    license: { fileName: 'licenses.md' },
  },
  server: { proxy: { '/apps': service, '/admin': service } },
})
