import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toGroupId } from '../openapi-reference/group-id.ts'
import { groupGuides, toRoute } from '../openapi-reference/guides.ts'
import { apiReferences } from '../openapi-reference/references.ts'

type Node = { type: string; value?: string; url?: string; children?: Node[] }

const docs = fileURLToPath(new URL('../../docs', import.meta.url))

/** Ends a guide with links to its operations, as the references link to the guide. */
export default function operations() {
  return (tree: Node, file: { path: string }) => {
    const links = findGroups(toRoute(relative(docs, file.path)))
    if (links.length === 0) return
    const children = links.flatMap((link, index) => (index === 0 ? [link] : [{ type: 'text', value: ', ' }, link]))
    tree.children?.push({
      type: 'paragraph',
      children: [{ type: 'text', value: 'API reference: ' }, ...children, { type: 'text', value: '.' }],
    })
  }
}

function findGroups(route: string): Node[] {
  return apiReferences.flatMap(({ name, route: reference, label }) => {
    const tags = Object.entries(groupGuides[name] ?? {}).flatMap(([tag, guide]) => (guide === route ? [tag] : []))
    // A page that is the guide of a whole API leads to its first operation.
    if (tags.length > 2) return [toLink(reference, label)]
    return tags.map((tag) => toLink(`${reference}#${toGroupId(tag)}`, `${label}, ${tag}`))
  })
}

const toLink = (url: string, text: string): Node => ({ type: 'link', url, children: [{ type: 'text', value: text }] })
