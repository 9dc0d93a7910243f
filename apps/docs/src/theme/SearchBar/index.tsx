import { useHistory } from '@docusaurus/router'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Found, Search } from '../../search/found.ts'
import { isMac, loadSearch } from '../../search/load.ts'
import { Results } from '../../search/Results.tsx'
import { useHighlight } from '../../search/use-highlight.ts'

/** The search box: a combobox over the sections of all pages, whose index is fetched when a reader turns to the box. */
export default function SearchBar(): ReactNode {
  const { search, load, isLoading } = useIndex()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const history = useHistory()
  useHighlight()
  useShortcut(input)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a reader who was faster than the scripts
  useEffect(() => {
    if (!input.current || document.activeElement !== input.current) return
    setText(input.current.value)
    setOpen(true)
    load()
  }, [])

  const found: Found[] = search && text.trim() ? search(text) : []
  const shown = open && text.trim() !== '' && search !== undefined
  const close = () => {
    setOpen(false)
    setActive(0)
  }
  const go = ({ url, words }: Found) => {
    close()
    setText('')
    input.current?.blur()
    const [pathname = '/', hash = ''] = url.split('#')
    history.push({ pathname, hash: hash && `#${hash}`, state: { highlight: words } })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = found.length - 1
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1)
    else if (event.key === 'Enter' && found[active]) go(found[active])
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
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
          setOpen(true)
        }}
        onBlur={close}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
          setOpen(true)
        }}
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

function useShortcut(input: { current: HTMLInputElement | null }) {
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
