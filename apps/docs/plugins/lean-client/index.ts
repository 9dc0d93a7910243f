import { fileURLToPath } from 'node:url'
import type { Plugin } from '@docusaurus/types'

const inThisFolder = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** The modules that only the build or the server needs, per file that would bring them into the bundles of the browser. */
const leaner = [
  [/[\\/]\.docusaurus[\\/]docusaurus\.config\.mjs$/, 'config-loader.cjs'],
  [/[\\/]\.docusaurus[\\/]registry\.js$/, 'registry-loader.cjs'],
  [/[\\/]docusaurus-plugin-content-docs[\\/]default[\\/]p[\\/].+\.json$/, 'version-loader.cjs'],
] as const

/** Leaves out of the browser's bundles what no page uses there. */
export default function leanClient(): Plugin {
  return {
    name: 'lean-client',
    configureWebpack: (_, isServer) =>
      isServer
        ? {}
        : {
            // One function of it is used; as a CommonJS module, it would come as a whole.
            resolve: { alias: { tslib$: inThisFolder('tslib.mjs') } },
            module: { rules: leaner.map(([test, name]) => ({ test, use: [inThisFolder(name)] })) },
          },
  }
}
