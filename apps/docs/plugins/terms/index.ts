/** A node of a page's tree, as remark hands it to plugins. */
type Node = { type: string; name?: string; value?: string; children?: Node[]; attributes?: object[] }

/** Words of the glossary that mean nothing else, as pages write them. */
const words: readonly (readonly [id: string, written: RegExp])[] = [
  ['aaguid', /\bAAGUIDs?\b/],
  ['api-key', /\bAPI keys?\b/],
  ['attestation', /\battestations?\b/i],
  ['authenticator', /\bauthenticators?\b/i],
  ['ceremony', /\bceremon(?:y|ies)\b/i],
  ['challenge', /\bchallenges?\b/i],
  ['jwks', /\bJWKS\b/],
  ['master-key', /\bmaster key\b/i],
  ['rp-id', /\bRP ID\b/],
  ['user-verification', /\buser verification\b/i],
]

const mostOnAPage = 4

// Not in headings, tables, links, and boxes: only in running text.
const isProse = ({ type, name }: Node) =>
  ['root', 'paragraph', 'list', 'listItem', 'strong', 'emphasis'].includes(type) || name === 'div'

/** Gives the first mention of a word of the glossary in a page its meaning, for the first few such words. */
export default function terms() {
  return (tree: Node, file: { path: string }) => {
    if (/glossary\.mdx$|[\\/]partials[\\/]/.test(file.path)) return
    const left = new Map(words)
    for (const id of writtenByHand(tree)) left.delete(id)
    mark(tree, left)
  }
}

function mark(node: Node, left: Map<string, RegExp>) {
  if (!node.children || !isProse(node)) return
  node.children = node.children.flatMap((child) => {
    if (child.type === 'text') return marked(child, left)
    mark(child, left)
    return [child]
  })
}

/** A text, parted where one of the words is. */
function marked(text: Node, left: Map<string, RegExp>): Node[] {
  if (words.length - left.size >= mostOnAPage) return [text]
  for (const [id, written] of left) {
    const found = written.exec(text.value!)
    if (!found) continue
    left.delete(id)
    const { index, 0: word } = found
    const attributes = [{ type: 'mdxJsxAttribute', name: 'id', value: id }]
    const term: Node = {
      type: 'mdxJsxTextElement',
      name: 'Term',
      attributes,
      children: [{ type: 'text', value: word }],
    }
    const before: Node = { type: 'text', value: text.value!.slice(0, index) }
    const after: Node = { type: 'text', value: text.value!.slice(index + word.length) }
    return [...marked(before, left), term, ...marked(after, left)].filter(({ value }) => value !== '')
  }
  return [text]
}

/** The ids of words that the page marks itself. */
function writtenByHand({ name, attributes, children = [] }: Node): string[] {
  const own = name === 'Term' ? (attributes as { value: string }[]).map(({ value }) => value) : []
  return [...own, ...children.flatMap(writtenByHand)]
}
