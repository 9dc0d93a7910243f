import { ApiError } from '../errors.ts'
import { deletePasskey, listPasskeys, renamePasskey } from '../passkeys.ts'
import { createPasskey } from '../sign-up.ts'
import { getSessionInfo, logout } from '../token.ts'
import type { Passkey } from '../types.ts'
import { h, passkeyIcon } from './dom.ts'
import { ThumbturnElement } from './element.ts'
import { fill } from './messages.ts'

/**
 * The passkeys of the signed-in user: `<thumbturn-profile base-url="https://…">`. Dispatches `thumbturn-passkey-added`,
 * `-renamed` and `-deleted` (detail: the passkey, or its id), `thumbturn-signed-out` and `thumbturn-error`.
 */
export class ThumbturnProfile extends ThumbturnElement {
  #passkeys: Passkey[] = []

  protected async start(signal: AbortSignal): Promise<void> {
    const again = () => void this.#load()
    for (const what of ['thumbturn-signed-in', 'thumbturn-signed-out']) {
      document.addEventListener(what, (event) => event.target !== this && again(), { signal })
    }
    await this.#load()
  }

  async #load(focus?: string): Promise<void> {
    if (!getSessionInfo(this.client)) return this.#showSignedOut()
    const { life } = this
    try {
      const passkeys = await listPasskeys(this.client)
      if (life.aborted) return
      this.#passkeys = passkeys
      this.#showList(focus)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return this.#end()
      if (!this.find('h2')) this.show(this.texts.passkeys, [])
      this.fail(error)
    }
  }

  #showSignedOut(text = this.texts.signInFirst): void {
    this.#passkeys = []
    this.show(this.texts.passkeys, [h('p', { class: 'muted', part: 'text' }, text)])
  }

  #end(): void {
    logout(this.client)
    this.#showSignedOut(this.texts.ended)
    this.tell('signed-out', {})
  }

  #showList(focus?: string): void {
    const { texts } = this
    const items = this.#passkeys.map((passkey) => this.#item(passkey))
    const add = h(
      'button',
      { class: 'primary wide', part: 'button primary', id: 'add', onclick: () => this.#add() },
      passkeyIcon(),
      texts.addPasskey,
    )
    const list = items.length
      ? h('ul', { part: 'list' }, ...items)
      : h('p', { class: 'muted', part: 'text' }, texts.none)
    this.show(texts.passkeys, [list, add])
    if (focus) (this.find(`[id="${CSS.escape(focus)}"]`) ?? this.find('h2'))?.focus()
  }

  #item(passkey: Passkey): HTMLElement {
    const { texts } = this
    const inUse = getSessionInfo(this.client)?.passkeyId === passkey.id
    const created = fill(texts.created, { date: this.#date(passkey.createdAt) })
    const used = passkey.lastUsedAt && fill(texts.lastUsed, { date: this.#date(passkey.lastUsedAt) })
    const item = h(
      'li',
      { part: 'item' },
      h(
        'div',
        { class: 'name', part: 'name' },
        passkey.name,
        inUse && h('span', { class: 'badge', part: 'badge' }, texts.inUse),
      ),
      h('div', { class: 'facts', part: 'facts' }, [passkey.providerName, created, used].filter(Boolean).join(' · ')),
      h(
        'div',
        { class: 'row' },
        this.#small(texts.rename, {
          id: `rename-${passkey.id}`,
          of: passkey,
          press: () => this.#askName(item, passkey),
        }),
        this.#small(texts.remove, {
          id: `remove-${passkey.id}`,
          of: passkey,
          press: () => this.#askRemoval(item, passkey),
        }),
      ),
    )
    return item
  }

  /** A button of one passkey; its label for screen readers includes the passkey's name. */
  #small(
    text: string,
    { id, of, press, looks = '' }: { id: string; of: Passkey; press: () => void; looks?: string },
  ): HTMLElement {
    const label = { 'aria-label': `${text}: ${of.name}` }
    return h(
      'button',
      { ...label, id, class: `small ${looks}`, part: 'button small', type: 'button', onclick: press },
      text,
    )
  }

  #date(text: string): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: 'medium' }).format(new Date(text))
  }

  #askName(item: HTMLElement, passkey: Passkey): void {
    const { texts } = this
    const { id, name } = passkey
    const input = h('input', { id: `name-${id}`, part: 'input', value: name, maxlength: '64', autocomplete: 'off' })
    const cancel = () => this.#showList(`rename-${id}`)
    const save = (event: Event) => {
      event.preventDefault()
      const chosen = input.value.trim()
      if (!chosen || chosen === name) return cancel()
      void this.perform(async () => {
        await renamePasskey(this.client, id, { name: chosen })
        await this.#load(`rename-${id}`)
        this.say(texts.renamed)
        this.tell('passkey-renamed', { ...passkey, name: chosen })
      })
    }
    const form = h(
      'form',
      { onsubmit: save, onkeydown: (event) => (event as KeyboardEvent).key === 'Escape' && cancel() },
      h('div', {}, h('label', { for: input.id, part: 'label' }, texts.newName), input),
      h(
        'div',
        { class: 'row' },
        h('button', { class: 'small primary', part: 'button small primary' }, texts.save),
        h('button', { class: 'small', part: 'button small', type: 'button', onclick: cancel }, texts.cancel),
      ),
    )
    item.replaceChildren(form)
    input.select()
    input.focus()
  }

  #askRemoval(item: HTMLElement, passkey: Passkey): void {
    const { texts } = this
    const { id, name } = passkey
    const keep = () => this.#showList(`remove-${id}`)
    const kept = h('button', { class: 'small', part: 'button small', type: 'button', onclick: keep }, texts.keep)
    const question = h('p', { id: `ask-${id}` }, fill(texts.removeAsk, { name }))
    const row = h(
      'div',
      { class: 'row' },
      h(
        'button',
        { class: 'small danger', part: 'button small danger', type: 'button', onclick: () => this.#remove(passkey) },
        texts.remove,
      ),
      kept,
    )
    const onkeydown = (event: Event) => (event as KeyboardEvent).key === 'Escape' && keep()
    item.replaceChildren(h('div', { role: 'group', 'aria-labelledby': question.id, onkeydown }, question, row))
    // The safe choice has the focus.
    kept.focus()
  }

  #remove({ id }: Passkey): void {
    const inUse = getSessionInfo(this.client)?.passkeyId === id
    void this.perform(async () => {
      await deletePasskey(this.client, id)
      this.tell('passkey-deleted', { id })
      // A token ends with its passkey.
      if (inUse) return this.#end()
      await this.#load('add')
      this.say(this.texts.removed)
    })
  }

  #add(): void {
    void this.perform(async () => {
      const { username = '' } = getSessionInfo(this.client) ?? {}
      const added = await createPasskey(this.client, username, { signal: this.life })
      await this.#load('add')
      this.say(this.texts.added)
      this.tell('passkey-added', added)
    })
  }
}
