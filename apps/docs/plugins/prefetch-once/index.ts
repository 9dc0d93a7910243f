import { fileURLToPath } from 'node:url'
import type { Plugin } from '@docusaurus/types'

const loader = fileURLToPath(new URL('./loader.cjs', import.meta.url))

/**
 * Each file is fetched ahead once, and none before the reader scrolls, points, or types: pages share most of their files, and the
 * theme adds a hint per page and file as soon as a link is in view.
 */
export default function prefetchOnce(): Plugin {
  return {
    name: 'prefetch-once',
    configureWebpack: () => ({
      module: { rules: [{ test: /core[\\/]lib[\\/]client[\\/]prefetch\.js$/, use: [loader] }] },
    }),
  }
}
