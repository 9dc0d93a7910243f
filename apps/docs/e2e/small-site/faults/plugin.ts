import { join } from 'node:path'
import type { LoadContext, Plugin } from '@docusaurus/types'

/** Pages with the mistakes of a developer, each made only in the browser, so that the site can be built. */
export default function faults({ siteDir }: LoadContext): Plugin {
  return {
    name: 'faults',
    async contentLoaded({ actions }) {
      for (const name of ['no-export', 'no-version', 'no-sidebar', 'no-document', 'no-category', 'empty-title']) {
        actions.addRoute({
          path: `/${name}/`,
          exact: true,
          component: join(siteDir, `faults/${name}.tsx`),
        })
      }
    },
  }
}
