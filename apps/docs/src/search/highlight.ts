import { findWords } from './words.ts'

const name = 'search'

/** Highlights words in the article. Returns what removes it. */
export function highlight(words: readonly string[]): () => void {
  const ranges = findRanges(words)
  if (ranges.length === 0) return () => {}
  return typeof Highlight === 'function' && CSS.highlights ? paint(ranges) : mark(ranges)
}

/** Highlights by the CSS Custom Highlight API. Returns what removes them. */
function paint(ranges: readonly Range[]): () => void {
  CSS.highlights.set(name, new Highlight(...ranges))
  return () => void CSS.highlights.delete(name)
}

/** In a browser without that API, wraps each word in a `mark`. Returns what restores the text as React keeps it. */
function mark(ranges: readonly Range[]): () => void {
  // From the end, so that what is left of a text stays the node that the ranges before are in.
  const restore = ranges.toReversed().map(wrap)
  return () => {
    for (const one of restore.toReversed()) one()
  }
}

function wrap({ startContainer, startOffset, endOffset }: Range): () => void {
  const text = startContainer as Text
  const rest = text.splitText(endOffset)
  const word = text.splitText(startOffset)
  const { data: before } = text
  const element = document.createElement('mark')
  word.replaceWith(element)
  element.append(word)
  return () => {
    // Unless React has changed it.
    if (text.data === before) text.data += word.data + rest.data
    rest.remove()
    element.remove()
  }
}

function findRanges(words: readonly string[]): Range[] {
  const article = document.querySelector('article')
  if (!article || words.length === 0) return []
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
  const ranges: Range[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { index, length } of findWords(node.textContent ?? '', words)) {
      const range = new Range()
      range.setStart(node, index)
      range.setEnd(node, index + length)
      ranges.push(range)
    }
  }
  return ranges
}
