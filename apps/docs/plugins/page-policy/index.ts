import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from '@docusaurus/types'

/**
 * A content security policy inside every page, so that it holds on any host: scripts of the site itself and the few
 * inline ones that were built into it, nothing from elsewhere. The console may call the service that its reader names.
 */
export default function pagePolicy(): Plugin {
  return {
    name: 'page-policy',
    async postBuild({ outDir, routesPaths }) {
      const files = [
        ...routesPaths.filter((route) => !route.endsWith('.html')).map((route) => join(route, 'index.html')),
        '404.html',
      ]
      const pages = await Promise.all(
        [...new Set(files)].map(async (file) => ({
          file,
          html: await readFile(join(outDir, file), 'utf8').catch(() => ''),
        })),
      )
      // One policy for all pages: following a link within the site keeps the policy of the first page.
      const hashes = [...new Set(pages.flatMap(({ html }) => inlineScripts(html).map(hashSource)))].sort()
      const meta = `<meta http-equiv="Content-Security-Policy" content="${policyWith(hashes)}">`
      await Promise.all(
        pages
          .filter(({ html }) => html !== '')
          .map(({ file, html }) =>
            writeFile(
              join(outDir, file),
              html.replace(/<meta charset="?utf-8"?\/?>/i, (charset) => charset + meta),
            ),
          ),
      )
    },
  }
}

/** The scripts that are written into a page. */
export const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code]) => code!,
  )

const hashSource = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

const policyWith = (hashes: readonly string[]) =>
  [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self' https: http://localhost:* http://*.localhost:* http://127.0.0.1:*",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
