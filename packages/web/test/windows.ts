import type { TestContext } from 'node:test'

/** A posted message and its target origin. */
export interface Message {
  data: Record<string, unknown>
  origin: string
  ports: MessagePort[]
}

/** Another window, which records its messages. */
export interface OtherWindow {
  posted: Message[]
  postMessage(data: unknown, origin: string, ports?: MessagePort[]): void
}

export const channel = 'application/x-thumbturn-v1+json'
export const nonce = 'AAAAAAAAAAAAAAAAAAAAAA'

export function otherWindow(): OtherWindow {
  const posted: Message[] = []
  return {
    posted,
    postMessage: (data, origin, ports = []) =>
      void posted.push({ data: data as Record<string, unknown>, origin, ports: [...ports] }),
  }
}

/** A simulated iframe element. */
class Frame extends EventTarget {
  contentWindow: OtherWindow = otherWindow()
  attributes: Record<string, string> = {}
  style: Record<string, string> = {}
  hidden = false
  src = ''
  allow = ''
  isThere = false
  hasFocus = false
  setAttribute(name: string, value: string): void {
    this.attributes[name] = value
  }
  focus(): void {
    this.hasFocus = true
  }
  remove(): void {
    this.isThere = false
  }
}

/** The window that the code under test runs in. */
export interface TestWindow {
  frames: Frame[]
  /** URL of the last navigation. */
  left: string[]
  mountTarget: HTMLElement
  parent: OtherWindow
  kept: { local: Map<string, string>; session: Map<string, string> }
  /** Posts a message to this window. */
  hear(said: { data: unknown; origin: string; source: unknown; ports?: MessagePort[] }): void
  /** Ports of the test, closed at its end. */
  channelOfOwn(): MessageChannel
}

/** Installs the globals of a new window; `hash` is the fragment of its URL. */
export function openWindow(t: TestContext, options: { hash?: string; blocked?: boolean; framed?: boolean } = {}) {
  const events = new EventTarget()
  const parent = otherWindow()
  const kept = { local: new Map<string, string>(), session: new Map<string, string>() }
  const frames: Frame[] = []
  const left: string[] = []
  const channels: MessageChannel[] = []
  const mountTarget = { append: (frame: Frame) => void Object.assign(frame, { isThere: true }) }
  const makeFrame = () => {
    frames.push(new Frame())
    return frames.at(-1)
  }
  define('addEventListener', events.addEventListener.bind(events))
  define('removeEventListener', events.removeEventListener.bind(events))
  define('window', globalThis)
  define('parent', options.framed ? parent : globalThis)
  define('document', { createElement: makeFrame, querySelector: () => null })
  define('location', { hash: options.hash ?? '', pathname: '/back', search: '?order=7', ...leads(left) })
  define('history', { state: null, replaceState: () => Object.assign(globalThis.location, { hash: '' }) })
  define('localStorage', storage(kept.local, options.blocked))
  define('sessionStorage', storage(kept.session, options.blocked))
  t.after(() => {
    for (const { port1 } of channels) port1.close()
    for (const { posted } of [parent, ...frames.map((frame) => frame.contentWindow)])
      for (const { ports } of posted) for (const port of ports) port.close()
  })
  const hear: TestWindow['hear'] = (said) =>
    void events.dispatchEvent(Object.assign(new Event('message'), { ports: [], ...said }))
  const channelOfOwn = () => {
    channels.push(new MessageChannel())
    return channels.at(-1)!
  }
  return { frames, left, mountTarget: mountTarget as unknown as HTMLElement, parent, kept, hear, channelOfOwn }
}

const leads = (left: string[]) => ({
  assign: (url: string) => void left.push(url),
  replace: (url: string) => void left.push(url),
})

function storage(kept: Map<string, string>, blocked = false) {
  const open = () => {
    if (blocked) throw new DOMException('The operation is insecure.', 'SecurityError')
    return kept
  }
  return {
    getItem: (key: string) => open().get(key) ?? null,
    setItem: (key: string, value: string) => open().set(key, value),
    removeItem: (key: string) => open().delete(key),
  }
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
}

/** The data in the fragment of the last navigation. */
export function saidIn(url: string): Record<string, unknown> {
  const text = new URLSearchParams(new URL(url).hash.slice(1)).get('thumbturn-checkout')
  return JSON.parse(Buffer.from(text!, 'base64url').toString())
}

export const fragment = (said: object) =>
  `#thumbturn-checkout=${Buffer.from(JSON.stringify(said)).toString('base64url')}`
