import type { Element, ElementContent } from 'hast'
import { dropRepetition } from '../../src/search/repetition.ts'
import { classes, isSilent, type Page, readText } from '../pages/page.ts'

/** One part of a page, from a heading to the next: what a search finds. Only the opening of a page has its keywords. */
export type Section = { url: string; page: string; heading: string; text: string; keywords: string }

const isHeading = (node: Element): boolean => /^h[1-3]$/.test(node.tagName)

/** Code, which the text around it describes, and the errors of an operation, which are the same for a hundred operations. */
const isSkipped = (node: Element): boolean =>
  isSilent(node) ||
  node.tagName === 'pre' ||
  classes(node).some((name) => name === 'operation-panel' || name === 'answers')

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The sections of a page, its opening first. */
export function splitSections({ route, title, description, keywords, article }: Page): Section[] {
  const opening = { url: route, page: title, heading: title, text: description && `${description} `, keywords }
  const sections: Section[] = [opening]
  const walk = (node: ElementContent) => {
    if (node.type === 'element') {
      if (isSkipped(node)) return
      if (isHeading(node)) return begin(node)
      if (node.children.some((child) => contains(child as ElementContent))) {
        for (const child of node.children) walk(child as ElementContent)
        return
      }
    }
    sections.at(-1)!.text += ` ${readText(node, isSkipped)}`
  }
  const begin = (heading: Element) => {
    const said = tidy(readText(heading))
    // The opening is called like the page.
    if (heading.tagName === 'h1') return
    if (heading.properties.id === undefined) sections.at(-1)!.text += ` ${said}`
    else sections.push({ url: `${route}#${heading.properties.id}`, page: title, heading: said, text: '', keywords: '' })
  }
  for (const child of article.children) walk(child as ElementContent)
  return sections.map((section) => ({ ...section, text: dropRepetition(tidy(section.text), description) }))
}

/** Whether there is a heading somewhere inside. */
const contains = (node: ElementContent): boolean =>
  node.type === 'element' && (isHeading(node) || node.children.some((child) => contains(child as ElementContent)))
