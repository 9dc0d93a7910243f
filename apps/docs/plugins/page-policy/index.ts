import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from '@docusaurus/types'
import { extractStyles } from './styles.mts'

/**
 * A content security policy inside every page, so that it holds on any host: scripts and styles of the site itself and the
 * few inline scripts that were built into it, nothing from elsewhere, and no text that becomes markup or code unless
 * src/client/trusted-types.ts lets it. The console may call the service that its reader names.
 */
export default function pagePolicy(): Plugin {
  return {
    name: 'page-policy',
    // Hidden by the site's styles (shell.css), which are missing as well if the base URL is wrong.
    injectHtmlTags: () => ({
      preBodyTags: [
        {
          tagName: 'p',
          attributes: { class: 'not-loaded', 'data-nosnippet': '' },
          innerHTML: 'This site did not load properly. It might have been built for a different base URL.',
        },
      ],
    }),
    async postBuild({ outDir, routesPaths, siteConfig: { baseUrl } }) {
      const routes = routesPaths.filter((route) => !route.endsWith('.html')).map((route) => join(route, 'index.html'))
      const { files, pages: built } = await readPages(outDir, [...new Set([...routes, '404.html'])])
      const { pages, css, path } = extractStyles(built)
      // One policy for all pages: following a link within the site keeps the policy of the first page.
      const hashes = [...new Set(pages.flatMap((html) => inlineScripts(html).map(hashSource)))].sort()
      const meta = `<meta http-equiv="Content-Security-Policy" content="${policyWith(hashes)}">`
      const head = `${meta}<link rel="stylesheet" href="${baseUrl}${path}">`
      await writeFile(join(outDir, path), css)
      await Promise.all(files.map((file, index) => writeFile(join(outDir, file), addToHead(pages[index]!, head))))
    },
  }
}

async function readPages(folder: string, paths: readonly string[]) {
  const read = (file: string) => readFile(join(folder, file), 'utf8').catch(() => '')
  const found = await Promise.all(paths.map(async (file) => ({ file, html: await read(file) })))
  const existing = found.filter(({ html }) => html !== '')
  return { files: existing.map(({ file }) => file), pages: existing.map(({ html }) => html) }
}

const addToHead = (html: string, head: string) =>
  html.replace(/<meta charset="?utf-8"?\/?>/i, (charset) => charset + head)

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
    "img-src 'self' data:",
    "connect-src 'self' https: http://localhost:* http://*.localhost:* http://127.0.0.1:*",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')
