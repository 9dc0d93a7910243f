import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadContext, Plugin } from '@docusaurus/types'

const loader = fileURLToPath(new URL('./loader.cjs', import.meta.url))

/**
 * Code is highlighted in the server's HTML, and the browser keeps it: the highlighter with its grammars, a quarter of the
 * theme's scripts, isn't part of what a page loads first.
 */
export default function staticCode({ siteDir }: LoadContext): Plugin {
  return {
    name: 'static-code',
    configureWebpack: (_, isServer) => ({
      resolve: { alias: { '@first-lines$': join(siteDir, `src/code/${isServer ? 'Server' : 'Kept'}Lines.tsx`) } },
      module: {
        rules: isServer
          ? []
          : [{ test: /theme-classic[\\/]lib[\\/]prism-include-languages\.js$/, enforce: 'pre', use: [loader] }],
      },
    }),
  }
}
