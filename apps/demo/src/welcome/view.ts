import { useSyncExternalStore } from 'react'

/** The form to show. */
export type View = 'create' | 'sign-in'

const visitedKey = 'thumbturn-demo-known'
const listeners = 'thumbturn-view'

/** The form in the URL (?view=sign-in); without one, returning users get the sign-in form. */
function readView(): View {
  const asked = new URLSearchParams(location.search).get('view')
  if (asked === 'create' || asked === 'sign-in') return asked
  return localStorage.getItem(visitedKey) ? 'sign-in' : 'create'
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  window.addEventListener(listeners, listener)
  return () => {
    window.removeEventListener('popstate', listener)
    window.removeEventListener(listeners, listener)
  }
}

/** The form in the URL. */
export const useView = (): View => useSyncExternalStore(subscribe, readView)

/** Shows a form and updates the URL. */
export function showView(view: View): void {
  history.replaceState(null, '', `?view=${view}`)
  window.dispatchEvent(new Event(listeners))
}

/** Remembers that this browser has an account, so that the sign-in form is shown next time. */
export function rememberVisit(): void {
  localStorage.setItem(visitedKey, 'yes')
  history.replaceState(null, '', location.pathname)
}
