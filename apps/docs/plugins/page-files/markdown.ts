import type { Element, ElementContent } from 'hast'
import rehypeRemark from 'rehype-remark'
import remarkGfm from 'remark-gfm'
import remarkStringify from 'remark-stringify'
import { unified } from 'unified'
import { classes, isSilent, type Page } from '../pages/page.ts'

const writer = unified().use(rehypeRemark).use(remarkGfm).use(remarkStringify, { bullet: '-', rule: '-' })

/** A page as Markdown, with what its partials and tabs say, and without what is only for the hand. */
export function toMarkdown({ article }: Page): string {
  const tree = writer.runSync({ type: 'root', children: [readable(article) as Element] })
  return writer.stringify(tree as never)
}

function readable(node: ElementContent): ElementContent {
  if (node.type !== 'element') return node
  if (node.tagName === 'pre') return codeBlock(node)
  // Tabs are one after the other here.
  const { hidden, ...properties } = node.properties
  const children = node.children
    // React parts two texts by an empty comment.
    .filter((child) => child.type !== 'comment' && !(child.type === 'element' && isSilent(child)))
    .map((child) => readable(child as ElementContent))
  return { ...node, properties, children: children as Element['children'] }
}

/** Highlighting makes a line an element; here it is a line again. */
function codeBlock(pre: Element): Element {
  const language = classes(pre).find((name) => name.startsWith('language-'))
  return {
    type: 'element',
    tagName: 'pre',
    properties: {},
    children: [
      {
        type: 'element',
        tagName: 'code',
        properties: language ? { className: [language] } : {},
        children: [{ type: 'text', value: readCode(pre).replace(/\n$/, '') }],
      },
    ],
  }
}

function readCode(node: ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'element') return ''
  if (node.tagName === 'br') return '\n'
  return node.children.map((child) => readCode(child as ElementContent)).join('')
}
