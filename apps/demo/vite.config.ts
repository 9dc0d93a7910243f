import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The service serves the build at /demo; while developing, API calls go to a service on THUMBTURN_URL. */
export default defineConfig({
  base: '/demo/',
  plugins: [react()],
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { proxy: { '/apps': process.env.THUMBTURN_URL ?? 'http://localhost:3000' } },
})
