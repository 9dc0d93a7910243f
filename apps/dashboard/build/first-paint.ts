import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

const source = 'src/ui/boot.css'

/**
 * Lets the browser paint the frame of the dashboard before the styles of its pages have arrived: the page loads a small style sheet
 * of its own first, and the other one after the frame, because a style sheet holds back only what comes after it.
 */
export function firstPaint(): Plugin {
  let base = '/'
  return {
    name: 'thumbturn:first-paint',
    config: () => ({ build: { rolldownOptions: { input: { index: 'index.html', boot: source } } } }),
    configResolved: (config) => {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const href = base + (bundle ? findStyles(bundle) : source)
        const tags: HtmlTagDescriptor[] = [{ tag: 'link', attrs: { rel: 'stylesheet', href }, injectTo: 'head' }]
        return { html: bundle ? moveStyles(html) : html, tags }
      },
    },
  }
}

function findStyles(bundle: Rolldown.OutputBundle): string {
  const found = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes('boot.css'))
  if (!found) throw new Error(`The build has no ${source}`)
  return found.fileName
}

/** Moves the links that Vite wrote into the head to the end of the frame. */
function moveStyles(html: string): string {
  const pattern = /\n *<link rel="stylesheet"[^>]*>/g
  const links = html.match(pattern)
  const root = '\n    <div id="root">'
  if (links === null || !html.includes(root)) throw new Error('The page has no styles, or no root')
  return html.replaceAll(pattern, '').replace(root, `${links.join('')}${root}`)
}
