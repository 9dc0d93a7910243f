import { type ReactNode, useEffect } from 'react'
import { type Group, type Match, maxHits } from './found.ts'
import { findWords } from './words.ts'

type Props = {
  id: string
  groups: readonly Group[]
  active: number
  text: string
  setActive: (index: number) => void
  onChoose: (found: Match) => void
}

/** The results, as the options of the search box, by area of the website. */
export function Results({ id, groups, active, text, setActive, onChoose }: Props): ReactNode {
  const order = groups.flatMap(({ matches }) => matches)
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <>
      <div id={id} className="search-results" role="listbox" aria-label="Search results" tabIndex={-1}>
        {groups.map(({ area, matches }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups
          <div key={area} role="group" aria-label={area}>
            <p className="search-area" aria-hidden="true">
              {area}
            </p>
            {matches.map((match) => {
              const number = order.indexOf(match)
              const isActive = number === active
              return (
                <Option
                  key={match.url}
                  id={`${id}-${number}`}
                  {...{ match, isActive }}
                  onPoint={() => setActive(number)}
                  onChoose={() => onChoose(match)}
                />
              )
            })}
          </div>
        ))}
        {order.length === 0 && (
          <p className="search-nothing">
            No results for <strong>{text.trim()}</strong>. Try fewer or other words.
          </p>
        )}
      </div>
      <Foot count={order.length} isSearch={text.trim() !== ''} />
    </>
  )
}

type OptionProps = { id: string; match: Match; isActive: boolean; onPoint: () => void; onChoose: () => void }

function Option({ id, match, isActive, onPoint, onChoose }: OptionProps) {
  const { heading, page, words } = match
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus and names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box listens to the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={() => !isActive && onPoint()}
      // So that the box keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="search-title">
        {heading !== page && <span className="search-page">{page} › </span>}
        {markWords(heading, words)}
      </span>
      <span className="search-text">{markWords(findExcerpt(match), words)}</span>
    </div>
  )
}

function Foot({ count, isSearch }: { count: number; isSearch: boolean }) {
  return (
    <div className="search-foot">
      <span aria-live="polite">{isSearch && describeCount(count)}</span>
      <span className="search-keys" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> to move <kbd>Enter</kbd> to open <kbd>Esc</kbd> to close
      </span>
    </div>
  )
}

function describeCount(count: number): string {
  if (count === maxHits) return `Top ${maxHits} results`
  return count === 1 ? '1 result' : `${count} results`
}

const around = 70

/** The text about the first word that was looked for. */
function findExcerpt({ text, words }: Match): string {
  const [first] = findWords(text, words)
  const near = Math.max(0, (first?.index ?? 0) - around)
  // Not in the middle of a word.
  const from = near === 0 ? 0 : text.indexOf(' ', near) + 1
  const to = from + 2 * around
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${text.length > to ? '…' : ''}`
}

function markWords(text: string, words: readonly string[]): ReactNode {
  const pieces: ReactNode[] = []
  let end = 0
  for (const { index, length } of findWords(text, words)) {
    pieces.push(text.slice(end, index), <mark key={index}>{text.slice(index, index + length)}</mark>)
    end = index + length
  }
  return [...pieces, text.slice(end)]
}
