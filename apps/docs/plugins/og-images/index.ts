import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from '@docusaurus/types'
import { readPages } from '../pages/page.ts'
import { painter } from './draw.ts'

const kinds: [beginning: RegExp, kind: string][] = [
  [/^\/(next|proxy|admin)\/api\/|^\/api\//, 'API reference'],
  [/^\/setup\//, 'Setup'],
  [/^\/user-scenario\//, 'User scenario'],
  [/^\/backend-integration\//, 'Backend integration'],
  [/^\/migrate\//, 'Migrate to Thumbturn'],
  [/^\/reference-documentation\//, 'Reference'],
]
const otherKind = 'Passkeys, run by yourself'

/**
 * A picture of the title of every page (`og.png`) in its folder, for users who are sent a link. `src/theme/Root.tsx`
 * names it.
 */
export default function ogImages(): Plugin {
  return {
    name: 'og-images',
    async postBuild({ outDir, routesPaths }) {
      const paint = await painter()
      if (!paint) return console.warn('No pictures for previews: @napi-rs/canvas is not there for this machine.')
      const pages = await readPages(outDir, routesPaths)
      for (const { route, title, description } of pages.filter(({ indexed }) => indexed)) {
        const kind = kinds.find(([beginning]) => beginning.test(route))?.[1] ?? otherKind
        const picture = { kind: kind === title ? otherKind : kind, title, says: description }
        await writeFile(join(outDir, route, 'og.png'), paint(picture))
      }
    },
  }
}
