import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const inThisFolder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Configuration of every page (scripts/build/pages.mjs names its folder, base, and output). In development, calls of
 * /demo go to a service at THUMBTURN_URL, and those of other pages to their backends at BACKEND_URL.
 */
export default defineConfig({
  base: '/demo/',
  publicDir: inThisFolder('public'),
  plugins: [react()],
  build: {
    outDir: inThisFolder('dist/demo'),
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/apps': process.env.THUMBTURN_URL ?? 'http://localhost:4300',
      '/api': process.env.BACKEND_URL ?? 'http://localhost:4310',
      '/settings.json': process.env.BACKEND_URL ?? 'http://localhost:4310',
    },
  },
})
