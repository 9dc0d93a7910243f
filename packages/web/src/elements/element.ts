import type { Client } from '../client/client.ts'
import { createClient } from '../client/create-client.ts'
import { english, loadMessages, type Messages } from '../messages/messages.ts'
import { describeError, findMessageKey } from '../messages/user-messages.ts'
import { h } from './dom.ts'
import { toLocale } from './locale.ts'
import { getStyleSheet } from './styles.ts'

/** On a server, the classes can be imported and do nothing. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/** Base of both components: client, language, one status message, one task at a time. */
export abstract class ThumbturnElement extends Base {
  static observedAttributes = ['base-url', 'app-id', 'lang', 'username-type', 'mode', 'immediate']

  protected texts: Messages = english
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #card = h('div', { class: 'card', part: 'card' })
  // Present from the start, because screen readers announce only changes in a region that they know.
  readonly #status = h('p', { class: 'say', part: 'message', role: 'status' })
  readonly #alert = h('p', { class: 'say bad', part: 'message error', role: 'alert' })
  #lifetime = new AbortController()
  #client: Client | undefined
  #busy = false

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [getStyleSheet()]
    this.#root.append(this.#card)
  }

  /** The client of the application; created from `base-url`, `app-id`, and `disable-analytics` unless you set it. */
  get client(): Client {
    this.#client ??= createClient({
      baseUrl: new URL(this.getAttribute('base-url') ?? '', location.origin).href,
      appId: this.getAttribute('app-id') ?? undefined,
      disableAnalytics: this.hasAttribute('disable-analytics'),
    })
    return this.#client
  }

  set client(client: Client) {
    this.#client = client
    if (this.isConnected) void this.#restart()
  }

  connectedCallback(): void {
    // A page can set `client` before this class is defined.
    const early = Object.getOwnPropertyDescriptor(this, 'client')?.value
    if (early) {
      Reflect.deleteProperty(this, 'client')
      this.#client = early
    }
    void this.#restart()
  }

  disconnectedCallback(): void {
    this.#lifetime.abort()
  }

  attributeChangedCallback(name: string): void {
    if (name === 'base-url' || name === 'app-id') this.#client = undefined
    if (this.isConnected) void this.#restart()
  }

  /** Shows the first view. The signal aborts when the component leaves the page or restarts. */
  protected abstract start(signal: AbortSignal): void | Promise<void>

  /** Aborts when the component leaves the page or restarts. */
  protected get lifetime(): AbortSignal {
    return this.#lifetime.signal
  }

  /** BCP 47 tag of the component, or of the page around it. */
  protected get language(): string {
    return toLocale(this.lang || (this.closest('[lang]') as HTMLElement | null)?.lang || navigator.language)
  }

  async #restart(): Promise<void> {
    this.#lifetime.abort()
    this.#lifetime = new AbortController()
    const { signal } = this.#lifetime
    const texts = await loadMessages(this.language)
    if (signal.aborted) return
    this.texts = texts
    this.#setBusy(false)
    try {
      await this.start(signal)
    } catch (error) {
      this.showError(error)
    }
  }

  /** Replaces the view. `focus` moves the focus to its first field, or to its heading. */
  protected show(title: string, view: Node[], { focus = false } = {}): void {
    this.showStatus()
    const heading = h('h2', { part: 'heading', tabindex: '-1' }, title)
    this.#card.replaceChildren(heading, ...view)
    // Next to the form: above the link to another view, if there is one.
    const foot = this.find('.foot')
    if (foot) foot.before(this.#status, this.#alert)
    else this.#card.append(this.#status, this.#alert)
    if (focus) (this.find('input') ?? heading).focus()
  }

  protected find<Found extends HTMLElement = HTMLElement>(selector: string): Found | null {
    return this.#root.querySelector<Found>(selector)
  }

  /** Whether the current view is the sign-in form, where a user without a passkey on this device needs another way. */
  protected get isSignInView(): boolean {
    return this.find('input[autocomplete~=webauthn]') !== null
  }

  /** Shows progress or success. Without a text, clears all messages. */
  protected showStatus(text = ''): void {
    this.find('input')?.removeAttribute('aria-invalid')
    this.#status.textContent = text
    this.#alert.textContent = ''
  }

  /** Shows an error and dispatches `thumbturn-error`. A canceled dialog is not an error. */
  protected showError(error: unknown): void {
    if (this.#lifetime.signal.aborted) return
    const key = findMessageKey(error)
    const canceled = this.texts[this.isSignInView ? 'canceledSignIn' : 'canceled']
    this.showStatus(key === 'canceled' ? canceled : '')
    if (key === 'canceled') return
    // Only a wrong attribute is a TypeError, and its message says which.
    this.#alert.textContent = error instanceof TypeError ? error.message : describeError(error, this.texts)
    this.emit('error', { error })
  }

  /** Shows a message about the first field, and moves the focus there. */
  protected showInputError(text: string): void {
    this.showStatus()
    this.#alert.textContent = text
    const input = this.find('input')
    input?.setAttribute('aria-invalid', 'true')
    input?.focus()
  }

  /** Dispatches `thumbturn-<name>`, which crosses the shadow boundary. False if the page called preventDefault. */
  protected emit(what: string, detail: unknown): boolean {
    const options = { detail, bubbles: true, composed: true, cancelable: true }
    return this.dispatchEvent(new CustomEvent(`thumbturn-${what}`, options))
  }

  /** Runs one task at a time. Busy buttons keep the focus and are marked aria-disabled. */
  protected async perform(task: () => Promise<void>): Promise<void> {
    if (this.#busy) return
    const { signal } = this.#lifetime
    this.#setBusy(true)
    this.showStatus(this.texts.waiting)
    let failure: unknown
    await task().catch((error) => {
      failure = error
    })
    if (signal.aborted) return
    this.#setBusy(false)
    if (failure !== undefined) this.showError(failure)
    else if (this.#status.textContent === this.texts.waiting) this.showStatus()
  }

  #setBusy(busy: boolean): void {
    this.#busy = busy
    this.#card.setAttribute('aria-busy', String(busy))
    for (const button of this.#card.querySelectorAll('button')) button.setAttribute('aria-disabled', String(busy))
  }
}
