import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

// Custom elements, which Vue leaves to the browser.
const isCustomElement = (tag: string) => tag.startsWith('thumbturn-')

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } })],
  server: { proxy: { '/api': 'http://localhost:3000' } },
})
