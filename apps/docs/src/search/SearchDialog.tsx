import { type KeyboardEvent, type ReactNode, type RefObject, useId, useMemo, useState } from 'react'
import type { Match } from './found.ts'
import type { LoadedSearch } from './load.ts'

type Props = {
  dialog: RefObject<HTMLDialogElement | null>
  index: LoadedSearch | undefined
  onChoose: (found: Match) => void
}

/** A dialog with a combobox over the sections of all pages; without a text, it suggests the pages that most readers look for. */
export function SearchDialog({ dialog, index, onChoose }: Props): ReactNode {
  const { text, active, setActive, type } = useQuery()
  const listId = useId()
  const groups = useMemo(() => index?.find(text) ?? [], [index, text])
  const order = groups.flatMap(({ matches }) => matches)
  const close = () => dialog.current?.close()
  const isShown = order.length > 0
  return (
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label="Search the documentation"
      onClose={() => type('')}
      // The backdrop belongs to the dialog; its content is in the frame.
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <div className="search-frame">
        <div className="search-field">
          <input
            type="search"
            role="combobox"
            aria-label="Search"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isShown ? `${listId}-${active}` : undefined}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            placeholder={index ? 'Search' : 'Loading...'}
            value={text}
            onChange={(event) => type(event.target.value)}
            onKeyDown={createKeyListener({ active, order, setActive, onChoose, close })}
          />
          <button type="button" className="search-close" onClick={close}>
            Close
          </button>
        </div>
        {index && <index.Results id={listId} {...{ groups, active, text, setActive, onChoose }} />}
      </div>
    </dialog>
  )
}

/** The typed text, and which of its results is active. */
function useQuery() {
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const type = (typed: string) => {
    setText(typed)
    setActive(0)
  }
  return { text, active, setActive, type }
}

type Keys = {
  active: number
  order: readonly Match[]
  setActive: (index: number) => void
  onChoose: (found: Match) => void
  close: () => void
}

/** The keys of a combobox: the arrows move through the results, Enter opens one, and Escape closes the dialog. */
const createKeyListener =
  ({ active, order, setActive, onChoose, close }: Keys) =>
  (event: KeyboardEvent) => {
    const last = order.length - 1
    if (event.key === 'ArrowDown') setActive(active >= last ? 0 : active + 1)
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? last : active - 1)
    else if (event.key === 'Enter' && order[active]) onChoose(order[active])
    // Otherwise, the first Escape only clears the field.
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
