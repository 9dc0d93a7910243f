const name = 'search'

/** Highlights words in the article, without touching the elements that React keeps. Returns what removes it. */
export function highlight(words: readonly string[]): () => void {
  const ranges = findRanges(words)
  if (ranges.length === 0) return () => {}
  return 'highlights' in CSS ? paint(ranges) : underline(ranges)
}

/** Highlights by the CSS Custom Highlight API. Returns what removes them. */
function paint(ranges: readonly Range[]): () => void {
  CSS.highlights.set(name, new Highlight(...ranges))
  return () => void CSS.highlights.delete(name)
}

/** In a browser without that API, draws a line below each word, in a layer of its own. Returns what removes it. */
function underline(ranges: readonly Range[]): () => void {
  const layer = document.createElement('div')
  layer.className = 'search-marks'
  layer.ariaHidden = 'true'
  document.body.append(layer)
  const draw = () => {
    const lines = ranges.flatMap((range) => [...range.getClientRects()]).map(drawLine)
    layer.replaceChildren(...lines)
  }
  draw()
  // Also when something above the words opens or loads.
  const observer = new ResizeObserver(draw)
  observer.observe(document.body)
  return () => {
    observer.disconnect()
    layer.remove()
  }
}

function drawLine({ left, bottom, width }: DOMRect): HTMLElement {
  const line = document.createElement('span')
  Object.assign(line.style, {
    left: `${left + window.scrollX}px`,
    top: `${bottom + window.scrollY}px`,
    width: `${width}px`,
  })
  return line
}

function findRanges(words: readonly string[]): Range[] {
  const article = document.querySelector('article')
  if (!article) return []
  const ranges: Range[] = []
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? ''
    for (const word of words) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
        const range = new Range()
        range.setStart(node, at)
        range.setEnd(node, at + word.length)
        ranges.push(range)
      }
    }
  }
  return ranges
}
