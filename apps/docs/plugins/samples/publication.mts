import { isPublished } from '@thumbturn/contract/vocabulary/publication.ts'

/** A part of a page, with blank lines around its content. */
const part = /^<(?<state>Unpublished|Published)>\n(?<content>[\s\S]*?)^<\/\k<state>>\n/gm

/**
 * A page with either its `<Published>` or its `<Unpublished>` parts: what to do once this version can be downloaded, or until
 * then. Removed from the source, so that the search and the page's Markdown follow as well.
 */
export function withPublication(page: string, published = isPublished): string {
  const wanted = published ? 'Published' : 'Unpublished'
  return page.replaceAll(part, (...match) => {
    const { state, content } = match.at(-1) as Record<string, string>
    return state === wanted ? content! : ''
  })
}
