import type { Plugin } from 'vite'

const links = /\n *<link rel="stylesheet"[^>]*>/g

/**
 * Puts the styles of a page's entry, which contain those of libraries, before the ones of its shared chunks. Vite links them last, so
 * that a library's rule would override that of a component with the same specificity.
 */
export function entryStylesFirst(): Plugin {
  return {
    name: 'thumbturn:entry-styles-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { chunk }) => {
        const own = [...(chunk?.viteMetadata?.importedCss ?? [])]
        return placeFirst(html, (link) => own.some((file) => link.includes(file)))
      },
    },
  }
}

function placeFirst(html: string, isFirst: (link: string) => boolean): string {
  const found = html.match(links) ?? []
  const sorted = [...found].sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)))
  let index = 0
  return html.replaceAll(links, () => sorted[index++]!)
}
