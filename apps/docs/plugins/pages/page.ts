import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Element, ElementContent, Nodes, Root } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'

/** A built page: its address, its title and what is said between its header and its footer. */
export type Page = {
  route: string
  title: string
  description: string
  keywords: string
  indexed: boolean
  article: Element
}

const parser = unified().use(rehypeParse)
const read = new Map<string, Promise<Page[]>>()

/** Every page of a finished build that has an article; parsed once, however many plugins ask. */
export function readPages(outDir: string, routes: readonly string[]): Promise<Page[]> {
  const key = `${outDir} ${routes.join(' ')}`
  let pages = read.get(key)
  if (!pages) {
    pages = Promise.all(routes.filter((route) => !route.endsWith('.html')).map((route) => pageAt(outDir, route))).then(
      (all) => all.filter((page) => page !== undefined),
    )
    read.set(key, pages)
  }
  return pages
}

async function pageAt(outDir: string, route: string): Promise<Page | undefined> {
  const html = await readFile(join(outDir, route, 'index.html'), 'utf8').catch(() => undefined)
  if (html === undefined) return undefined
  const tree = parser.parse(html) as Root
  const article = find(tree, (element) => element.tagName === 'article')
  if (!article) return undefined
  const title = find(tree, ({ tagName }) => tagName === 'title')
  return {
    route,
    title: title ? readText(title).split(' | ')[0]!.trim() : route,
    description: readMeta(tree, 'description'),
    keywords: readMeta(tree, 'keywords'),
    indexed: !readMeta(tree, 'robots').includes('noindex'),
    article: find(article, (element) => classes(element).includes('markdown')) ?? article,
  }
}

const readMeta = (tree: Root, name: string) =>
  String(
    find(tree, ({ tagName, properties }) => tagName === 'meta' && properties.name === name)?.properties.content ?? '',
  )

/** The class names of an element. */
export const classes = ({ properties }: Element): string[] =>
  Array.isArray(properties.className) ? properties.className.map(String) : []

/** The first matching element, from the top. */
export function find(node: Nodes, isMatch: (element: Element) => boolean): Element | undefined {
  if (node.type === 'element' && isMatch(node)) return node
  if (!('children' in node)) return undefined
  for (const child of node.children as ElementContent[]) {
    const found = find(child, isMatch)
    if (found) return found
  }
  return undefined
}

const silent = new Set(['wbr', 'button', 'svg', 'style', 'script', 'nav', 'form', 'input', 'select', 'textarea'])

const silentClasses = new Set(['hash-link', 'page-tools', 'theme-doc-toc-mobile'])

/** Whether an element is something to use, not to read. */
export const isSilent = (element: Element): boolean =>
  silent.has(element.tagName) || classes(element).some((name) => silentClasses.has(name))

const inline = new Set(['a', 'b', 'code', 'em', 'i', 'span', 'strong', 'sub', 'sup', 'mark', 'kbd', 'abbr', 'small'])

/** The words of a node, without elements that are skipped; blocks are kept apart by a space, so that no two words become one. */
export function readText(node: Nodes, isSkipped: (element: Element) => boolean = isSilent): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element' && isSkipped(node)) return ''
  if (!('children' in node)) return ''
  const inside = (node.children as ElementContent[]).map((child) => readText(child, isSkipped)).join('')
  return node.type === 'element' && !inline.has(node.tagName) ? ` ${inside} ` : inside
}
