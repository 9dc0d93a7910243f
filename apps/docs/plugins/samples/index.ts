import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { LoadContext, Plugin } from '@docusaurus/types'

const loader = fileURLToPath(new URL('./page-loader.cjs', import.meta.url))

/**
 * Code of a page comes from a file that a test compiles or runs: a fence with `file=examples/web/sign-up.ts#form` and
 * nothing inside is filled with that region before anything else reads the page. See sample.mts.
 */
export default function samples({ siteDir }: LoadContext): Plugin {
  const include = [join(siteDir, 'docs')]
  return {
    name: 'samples',
    configureWebpack: () => ({ module: { rules: [{ test: /\.mdx$/, include, enforce: 'pre', use: [loader] }] } }),
  }
}
