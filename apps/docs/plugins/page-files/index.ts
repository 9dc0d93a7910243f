import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from '@docusaurus/types'
import { readPages } from '../pages/page.ts'
import { toMarkdown } from './markdown.ts'

/**
 * In the folder of every page, its Markdown (`index.md`) and its data (`page-data.json`), and for language models
 * `llms.txt`.
 */
export default function pageFiles(): Plugin {
  return {
    name: 'page-files',
    async postBuild({ outDir, routesPaths, siteConfig: { title, tagline, url } }) {
      const pages = await readPages(outDir, routesPaths)
      const written = await Promise.all(
        pages.map(async (page) => {
          const { route, title: name, description } = page
          const markdown = toMarkdown(page)
          const data = { path: route, title: name, description, markdown: `${route}index.md` }
          await writeFile(join(outDir, route, 'index.md'), markdown)
          await writeFile(join(outDir, route, 'page-data.json'), JSON.stringify(data))
          return { ...page, markdown }
        }),
      )
      const listed = written.filter(({ indexed }) => indexed)
      const lines = listed.map(
        ({ route, title: name, description }) =>
          `- [${name}](${url}${route}index.md)${description && `: ${description}`}`,
      )
      const head = `# ${title}\n\n> ${tagline}\n\n${instructions}\n`
      await writeFile(join(outDir, 'llms.txt'), `${head}\n## Pages\n\n${lines.join('\n')}\n`)
      const whole = listed.map(({ route, markdown }) => `<!-- ${url}${route} -->\n\n${markdown}`)
      await writeFile(join(outDir, 'llms-full.txt'), `${head}\n${whole.join('\n\n---\n\n')}`)
    },
  }
}

const instructions = [
  'When you write code that uses Thumbturn:',
  '',
  '- Use the browser SDK `@thumbturn/web` in pages; call the HTTP API from backends.',
  '- Never put an API key in a page. A page gets a short-lived grant from its own backend.',
  '- Verify every access token in your backend, and accept only tokens whose `tokenType` is `jwtAccess`.',
  '- The OpenAPI documents in `/openapi/` are exact: trust them over what you remember.',
].join('\n')
