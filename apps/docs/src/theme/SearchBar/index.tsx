import { useHistory } from '@docusaurus/router'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Match } from '../../search/found.ts'
import { isMac } from '../../search/load.ts'
import { SearchDialog } from '../../search/SearchDialog.tsx'
import { useHighlight } from '../../search/use-highlight.ts'
import { useIndex } from '../../search/use-index.ts'

/** The search: a button in the navigation bar, and the dialog that it opens. The index is fetched when a reader turns to it. */
export default function SearchBar(): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  const history = useHistory()
  const { index, load } = useIndex()
  const open = useCallback(() => {
    load()
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [load])
  useHighlight()
  useShortcut(open)

  const go = ({ url, words }: Match) => {
    dialog.current?.close()
    const [pathname = '/', hash = ''] = url.split('#')
    history.push({ pathname, hash: hash && `#${hash}`, state: { highlight: words } })
  }
  return (
    <search className="search">
      <button
        type="button"
        className="search-button"
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={load}
        onFocus={load}
      >
        <span>Search</span>
        <Hint />
      </button>
      <SearchDialog dialog={dialog} index={index} onChoose={go} />
    </search>
  )
}

function useShortcut(open: () => void) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(isMac() ? event.metaKey : event.ctrlKey)) return
      event.preventDefault()
      open()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [open])
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
