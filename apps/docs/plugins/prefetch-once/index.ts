import { fileURLToPath } from 'node:url'
import type { Plugin } from '@docusaurus/types'

const loader = fileURLToPath(new URL('./loader.cjs', import.meta.url))

/** Each file is fetched ahead once: pages share most of their files, and the theme adds a hint per page and file. */
export default function prefetchOnce(): Plugin {
  return {
    name: 'prefetch-once',
    configureWebpack: () => ({
      module: { rules: [{ test: /core[\\/]lib[\\/]client[\\/]prefetch\.js$/, use: [loader] }] },
    }),
  }
}
