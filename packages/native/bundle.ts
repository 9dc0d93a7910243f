import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'

const here = dirname(fileURLToPath(import.meta.url))
const web = join(here, '../web/src')

/** Modules of @thumbturn/web that need a browser, by the files of this package that replace them. */
const replacements: Record<string, string> = {
  'browser/platform.ts': 'platform.ts',
  'browser/connection.ts': 'platform.ts',
  'browser/support.ts': 'platform.ts',
  'browser/transactions.ts': 'transactions.ts',
  'base64url.ts': 'base64url.ts',
}

const replaceBrowser: Plugin = {
  name: 'replace the browser',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const replacement = replacements[join(resolveDir, path).slice(web.length + 1)]
      return replacement ? { path: join(here, 'src', replacement) } : undefined
    }),
}

/** Bundles the SDK with the core of @thumbturn/web, for ES2022 without a DOM. */
export const bundle = (options: Pick<BuildOptions, 'format' | 'outfile' | 'sourcemap' | 'globalName' | 'footer'>) =>
  build({
    ...options,
    bundle: true,
    entryPoints: [join(here, 'src/index.ts')],
    plugins: [replaceBrowser],
    target: 'es2022',
    logLevel: 'warning',
  })
