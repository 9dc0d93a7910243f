import { useHistory } from '@docusaurus/router'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import type { Match, Search } from '../../search/found.ts'
import { isMac, loadSearch } from '../../search/load.ts'
import { Results } from '../../search/Results.tsx'
import { useHighlight } from '../../search/use-highlight.ts'

/** The search box: a combobox over the sections of all pages, whose index is fetched when a reader turns to the box. */
export default function SearchBar(): ReactNode {
  const { search, load, isLoading } = useIndex()
  const { text, isOpen, active, ...query } = useQuery()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const history = useHistory()
  useHighlight()
  useShortcut(input)
  useEarlyText(input, (typed) => {
    query.type(typed)
    load()
  })

  const found: Match[] = search && text.trim() ? search(text) : []
  const shown = isOpen && text.trim() !== '' && search !== undefined
  const go = ({ url, words }: Match) => {
    query.clear()
    input.current?.blur()
    const [pathname = '/', hash = ''] = url.split('#')
    history.push({ pathname, hash: hash && `#${hash}`, state: { highlight: words } })
  }
  const onKeyDown = createKeyListener({ active, found, setActive: query.setActive, go, close: query.close })
  return (
    <search className="search" data-loading={isLoading} onPointerEnter={load}>
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label="Search"
        aria-expanded={shown}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={shown && found[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={search ? 'Search' : 'Loading...'}
        value={text}
        onFocus={() => {
          load()
          query.open()
        }}
        onBlur={query.close}
        onChange={(event) => query.type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {!search && !isLoading && (
        <span className="search-label" aria-hidden="true">
          Search
        </span>
      )}
      <Hint />
      <Results id={listId} shown={shown} found={found} active={active} text={text} onChoose={go} />
    </search>
  )
}

/** The typed text, whether its results are shown, and which of them is active. */
function useQuery() {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const open = () => setOpen(true)
  const close = () => {
    setOpen(false)
    setActive(0)
  }
  const type = (typed: string) => {
    setText(typed)
    setActive(0)
    open()
  }
  const clear = () => {
    setText('')
    close()
  }
  return { text, isOpen, active, setActive, open, close, type, clear }
}

type Keys = {
  active: number
  found: readonly Match[]
  setActive: (index: number) => void
  go: (found: Match) => void
  close: () => void
}

/** The keys of a combobox: the arrows move through the results, Enter opens one, and Escape closes the list. */
const createKeyListener =
  ({ active, found, setActive, go, close }: Keys) =>
  (event: KeyboardEvent) => {
    const last = found.length - 1
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1)
    else if (event.key === 'Enter' && found[active]) go(found[active])
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }

type Input = RefObject<HTMLInputElement | null>

/** Takes over what a reader typed who was faster than the scripts. */
function useEarlyText(input: Input, onText: (text: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (input.current && document.activeElement === input.current) onText(input.current.value)
  }, [])
}

/** Fetches the index when the pointer or the focus comes to the box. */
function useIndex(): { search: Search | undefined; load: () => void; isLoading: boolean } {
  const [search, setSearch] = useState<Search | undefined>()
  const [isLoading, setLoading] = useState(false)
  const load = () => {
    setLoading(true)
    loadSearch()
      .then((loaded) => setSearch(() => loaded))
      // The next focus tries again.
      .catch(() => undefined)
      .finally(() => setLoading(false))
  }
  return { search, load, isLoading }
}

function useShortcut(input: Input) {
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'k' || !(isMac() ? event.metaKey : event.ctrlKey)) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [input])
}

function Hint() {
  // The server does not know the reader's keyboard.
  const [mac, setMac] = useState(false)
  useEffect(() => setMac(isMac()), [])
  return (
    <span className="search-hint" aria-hidden="true">
      <kbd>{mac ? '⌘' : 'Ctrl'}</kbd>
      <kbd>K</kbd>
    </span>
  )
}
