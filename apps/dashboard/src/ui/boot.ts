import { useLayoutEffect } from 'react'

/** Removes the frame that index.html shows, once something real takes its place. */
export function useEndOfBoot(): void {
  useLayoutEffect(() => document.getElementById('boot')?.remove(), [])
}

/** Remembers what the next visit shows first: see public/boot.js. */
export function rememberSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem('thumbturn-dashboard-signed-in', 'yes')
    else localStorage.removeItem('thumbturn-dashboard-signed-in')
  } catch {
    // A browser that keeps nothing shows the sign-in first.
  }
}
