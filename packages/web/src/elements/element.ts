import { type Client, createClient } from '../client.ts'
import { ApiError } from '../errors.ts'
import { findMessageKey } from '../user-messages.ts'
import { h } from './dom.ts'
import { sharedSheet } from './looks.ts'
import { english, loadMessages, type Messages } from './messages.ts'

/** On a server, the classes can be imported and do nothing. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement

/** Base of both components: client, language, one status message, one task at a time. */
export abstract class ThumbturnElement extends Base {
  static observedAttributes = ['base-url', 'app-id', 'lang', 'username-type', 'mode']

  protected texts: Messages = english
  readonly #root = this.attachShadow({ mode: 'open' })
  readonly #card = h('div', { class: 'card', part: 'card' })
  // Present from the start, because screen readers announce only changes in a region that they know.
  readonly #calm = h('p', { class: 'say', part: 'message', role: 'status' })
  readonly #bad = h('p', { class: 'say bad', part: 'message error', role: 'alert' })
  #life = new AbortController()
  #client: Client | undefined
  #busy = false

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [sharedSheet()]
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
    if (this.isConnected) void this.#begin()
  }

  connectedCallback(): void {
    // A page can set `client` before this class is defined.
    const early = Object.getOwnPropertyDescriptor(this, 'client')?.value
    if (early) {
      Reflect.deleteProperty(this, 'client')
      this.#client = early
    }
    void this.#begin()
  }

  disconnectedCallback(): void {
    this.#life.abort()
  }

  attributeChangedCallback(name: string): void {
    if (name === 'base-url' || name === 'app-id') this.#client = undefined
    if (this.isConnected) void this.#begin()
  }

  /** Shows the first view. The signal aborts when the component leaves the page or restarts. */
  protected abstract start(signal: AbortSignal): void | Promise<void>

  /** Aborts when the component leaves the page or restarts. */
  protected get life(): AbortSignal {
    return this.#life.signal
  }

  /** BCP 47 tag of the component, or of the page around it. */
  protected get language(): string {
    const tag = this.lang || (this.closest('[lang]') as HTMLElement | null)?.lang || navigator.language
    // An invalid language tag must not keep a date from being shown.
    return tag && Intl.DateTimeFormat.supportedLocalesOf(tag.replace(/[^\w-]/g, '') || 'en').length ? tag : 'en'
  }

  async #begin(): Promise<void> {
    this.#life.abort()
    this.#life = new AbortController()
    const { signal } = this.#life
    const texts = await loadMessages(this.language)
    if (signal.aborted) return
    this.texts = texts
    this.#setBusy(false)
    try {
      await this.start(signal)
    } catch (error) {
      this.fail(error)
    }
  }

  /** Replaces the view. `focus` moves the focus to its first field, or to its heading. */
  protected show(title: string, view: Node[], { focus = false } = {}): void {
    this.say()
    const heading = h('h2', { part: 'heading', tabindex: '-1' }, title)
    this.#card.replaceChildren(heading, ...view)
    // Next to the form: above the link to another view, if there is one.
    const foot = this.find('.foot')
    if (foot) foot.before(this.#calm, this.#bad)
    else this.#card.append(this.#calm, this.#bad)
    if (focus) (this.find('input') ?? heading).focus()
  }

  protected find<Found extends HTMLElement = HTMLElement>(selector: string): Found | null {
    return this.#root.querySelector<Found>(selector)
  }

  /** Errors that only a developer can fix: wrong attributes, and on localhost an origin that isn't allowed yet. */
  #forDeveloper(error: unknown): string | undefined {
    if (error instanceof TypeError) return error.message
    if (!(error instanceof ApiError)) return undefined
    if (error.code === 'origin_not_allowed') return error.message
    const isLocal = /^(?:.+\.)?localhost$|^127\.0\.0\.1$/.test(location.hostname)
    if (!isLocal || error.code !== 'unreachable') return undefined
    const command = `npm run thumbturn -- app set ${this.client.appId} --origin <each allowed so far>`
    return `${error.message}. To allow it, run: ${command} --origin ${location.origin}`
  }

  /** Whether the current view is the sign-in form, where a user without a passkey on this device needs another way. */
  protected get signsIn(): boolean {
    return this.find('input[autocomplete~=webauthn]') !== null
  }

  /** Shows progress or success. Without a text, clears all messages. */
  protected say(text = ''): void {
    this.find('input')?.removeAttribute('aria-invalid')
    this.#calm.textContent = text
    this.#bad.textContent = ''
  }

  /** Shows an error and dispatches `thumbturn-error`. A canceled dialog is not an error. */
  protected fail(error: unknown): void {
    if (this.#life.signal.aborted) return
    const key = findMessageKey(error)
    const canceled = this.texts[this.signsIn ? 'canceledSignIn' : 'canceled']
    this.say(key === 'canceled' ? canceled : '')
    if (key === 'canceled') return
    this.#bad.textContent = this.#forDeveloper(error) ?? this.texts[key]
    this.tell('error', { error })
  }

  /** Shows a message about the first field, and moves the focus there. */
  protected ask(text: string): void {
    this.say()
    this.#bad.textContent = text
    const input = this.find('input')
    input?.setAttribute('aria-invalid', 'true')
    input?.focus()
  }

  /** Dispatches `thumbturn-<name>`, which crosses the shadow boundary. False if the page called preventDefault. */
  protected tell(what: string, detail: unknown): boolean {
    const options = { detail, bubbles: true, composed: true, cancelable: true }
    return this.dispatchEvent(new CustomEvent(`thumbturn-${what}`, options))
  }

  /** Runs one task at a time. Busy buttons keep the focus and are marked aria-disabled. */
  protected async perform(task: () => Promise<void>): Promise<void> {
    if (this.#busy) return
    const { signal } = this.#life
    this.#setBusy(true)
    this.say(this.texts.waiting)
    let failure: unknown
    await task().catch((error) => {
      failure = error
    })
    if (signal.aborted) return
    this.#setBusy(false)
    if (failure !== undefined) this.fail(failure)
    else if (this.#calm.textContent === this.texts.waiting) this.say()
  }

  #setBusy(busy: boolean): void {
    this.#busy = busy
    this.#card.setAttribute('aria-busy', String(busy))
    for (const button of this.#card.querySelectorAll('button')) button.setAttribute('aria-disabled', String(busy))
  }
}
