import { type ReactNode, useEffect } from 'react'
import { type Match, maxHits } from './found.ts'

type Props = {
  id: string
  shown: boolean
  found: readonly Match[]
  active: number
  text: string
  onChoose: (found: Match) => void
}

/** The results, as the options of the search box. */
export function Results({ id, shown, found, active, text, onChoose }: Props): ReactNode {
  useEffect(() => {
    if (shown) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active, shown])
  return (
    <div className="search-results" hidden={!shown}>
      <div id={id} role="listbox" aria-label="Search results">
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box listens to the keys
          <div
            key={one.url}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            // Before the box loses the focus and closes.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(one)}
          >
            <strong>{marked(one.heading, one.words)}</strong>
            {one.heading !== one.page && <span className="search-page">{one.page}</span>}
            <span className="search-text">{marked(excerpt(one), one.words)}</span>
          </div>
        ))}
      </div>
      <p className="search-foot" aria-live="polite">
        {shown && (found.length === 0 ? `Nothing found for “${text.trim()}”` : describeCount(found.length))}
      </p>
    </div>
  )
}

const describeCount = (count: number) => (count === maxHits ? `The best ${maxHits} results` : `${count} results`)

const around = 70

/** The text about the first word that was looked for. */
function excerpt({ text, words }: Match): string {
  const lower = text.toLowerCase()
  const at = Math.min(...words.map((word) => lower.indexOf(word)).filter((place) => place >= 0), text.length)
  const from = at === text.length ? 0 : Math.max(0, at - around)
  return `${from > 0 ? '…' : ''}${text.slice(from, from + 2 * around)}${text.length > from + 2 * around ? '…' : ''}`
}

function marked(text: string, words: readonly string[]): ReactNode {
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`, 'ig')
  return (
    text
      .split(pattern)
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a fixed text never change places
      .map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))
  )
}
