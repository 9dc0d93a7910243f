import { spawn } from 'node:child_process'

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/**
 * Opens an address in the user's browser, or with the program that `BROWSER` names. It is also written to standard error,
 * which clients show or log.
 * @throws Error: it isn't an address of the web, which the operating system could open with any program
 */
export function openBrowser({ protocol, href }: URL): void {
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`${protocol} is not an address for a browser`)
  console.error(`Sign in with your browser: ${href}`)
  const { BROWSER } = process.env
  const [command, ...options] = BROWSER ? ([BROWSER] as const) : (openers[process.platform] ?? ['xdg-open'])
  const opened = spawn(command, [...options, href], { stdio: 'ignore', detached: true })
  // Without a browser on this machine, the user opens the address elsewhere.
  opened.on('error', () => undefined).unref()
}
