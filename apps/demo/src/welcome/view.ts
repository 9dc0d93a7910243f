import { useSyncExternalStore } from 'react'

/** The form to show. */
export type View = 'create' | 'sign-in'

const known = 'thumbturn-demo-known'
const changed = 'thumbturn-view'

/** The form in the URL (?view=sign-in); without one, returning users get the sign-in form. */
function read(): View {
  const asked = new URLSearchParams(location.search).get('view')
  if (asked === 'create' || asked === 'sign-in') return asked
  return localStorage.getItem(known) ? 'sign-in' : 'create'
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  window.addEventListener(changed, listener)
  return () => {
    window.removeEventListener('popstate', listener)
    window.removeEventListener(changed, listener)
  }
}

/** The form in the URL. */
export const useView = (): View => useSyncExternalStore(subscribe, read)

/** Shows a form and updates the URL. */
export function show(view: View): void {
  history.replaceState(null, '', `?view=${view}`)
  window.dispatchEvent(new Event(changed))
}

/** Remembers that this browser has an account, so that the sign-in form is shown next time. */
export function rememberVisit(): void {
  localStorage.setItem(known, 'yes')
  history.replaceState(null, '', location.pathname)
}
