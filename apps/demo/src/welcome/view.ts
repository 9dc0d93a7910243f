import { useSyncExternalStore } from 'react'

/** Which form is shown. */
export type View = 'create' | 'sign-in'

const known = 'thumbturn-demo-known'
const changed = 'thumbturn-view'

/** The form is in the address (?view=sign-in); without it, whoever was here before is asked to sign in. */
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

/** The form that is shown, as the address says. */
export const useView = (): View => useSyncExternalStore(subscribe, read)

/** Shows a form and puts it into the address. */
export function show(view: View): void {
  history.replaceState(null, '', `?view=${view}`)
  window.dispatchEvent(new Event(changed))
}

/** Remembers that this browser has an account, so that the next thing it is asked for is to sign in. */
export function rememberVisit(): void {
  localStorage.setItem(known, 'yes')
  history.replaceState(null, '', location.pathname)
}
