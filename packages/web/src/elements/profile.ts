import { getSessionInfo, logout } from '../client/token.ts'
import { ApiError } from '../errors.ts'
import { createPasskey } from '../flows/sign-up.ts'
import { fillMessage } from '../messages/messages.ts'
import { deletePasskey, listPasskeys, renamePasskey } from '../passkeys/passkeys.ts'
import type { Passkey } from '../types.ts'
import { h, passkeyIcon } from './dom.ts'
import { ThumbturnElement } from './element.ts'

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
    const { lifetime } = this
    try {
      const passkeys = await listPasskeys(this.client)
      if (lifetime.aborted) return
      this.#passkeys = passkeys
      this.#showList(focus)
    } catch (error) {
      if (lifetime.aborted) return
      if (error instanceof ApiError && error.status === 401) return this.#endSession()
      if (!this.find('h2')) this.show(this.texts.passkeys, [])
      this.showError(error)
    }
  }

  #showSignedOut(text = this.texts.signInFirst): void {
    this.#passkeys = []
    this.show(this.texts.passkeys, [h('p', { class: 'muted', part: 'text' }, text)])
  }

  #endSession(): void {
    logout(this.client)
    this.#showSignedOut(this.texts.ended)
    this.emit('signed-out', {})
  }

  #showList(focus?: string): void {
    const { texts } = this
    const items = this.#passkeys.map((passkey) => this.#createItem(passkey))
    const add = h(
      'button',
      { class: 'primary wide', part: 'button primary', id: 'add', onclick: () => this.#addPasskey() },
      passkeyIcon(),
      texts.addPasskey,
    )
    const list = items.length
      ? h('ul', { part: 'list' }, ...items)
      : h('p', { class: 'muted', part: 'text' }, texts.none)
    this.show(texts.passkeys, [list, add])
    if (focus) (this.find(`[id="${CSS.escape(focus)}"]`) ?? this.find('h2'))?.focus()
  }

  #createItem(passkey: Passkey): HTMLElement {
    const { texts } = this
    const inUse = getSessionInfo(this.client)?.passkeyId === passkey.id
    const created = fillMessage(texts.created, { date: this.#formatDate(passkey.createdAt) })
    const used = passkey.lastUsedAt && fillMessage(texts.lastUsed, { date: this.#formatDate(passkey.lastUsedAt) })
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
        this.#createPasskeyButton(texts.rename, {
          id: `rename-${passkey.id}`,
          of: passkey,
          press: () => this.#showRenameForm(item, passkey),
        }),
        this.#createPasskeyButton(texts.remove, {
          id: `remove-${passkey.id}`,
          of: passkey,
          press: () => this.#showDeletePrompt(item, passkey),
        }),
      ),
    )
    return item
  }

  /** A button of one passkey; its label for screen readers includes the passkey's name. */
  #createPasskeyButton(
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

  #formatDate(text: string): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: 'medium' }).format(new Date(text))
  }

  #showRenameForm(item: HTMLElement, passkey: Passkey): void {
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
        this.showStatus(texts.renamed)
        this.emit('passkey-renamed', { ...passkey, name: chosen })
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

  #showDeletePrompt(item: HTMLElement, passkey: Passkey): void {
    const { texts } = this
    const { id, name } = passkey
    const keep = () => this.#showList(`remove-${id}`)
    const kept = h('button', { class: 'small', part: 'button small', type: 'button', onclick: keep }, texts.keep)
    const question = h('p', { id: `ask-${id}` }, fillMessage(texts.removeAsk, { name }))
    const row = h(
      'div',
      { class: 'row' },
      h(
        'button',
        {
          class: 'small danger',
          part: 'button small danger',
          type: 'button',
          onclick: () => this.#deletePasskey(passkey),
        },
        texts.remove,
      ),
      kept,
    )
    const onkeydown = (event: Event) => (event as KeyboardEvent).key === 'Escape' && keep()
    item.replaceChildren(h('div', { role: 'group', 'aria-labelledby': question.id, onkeydown }, question, row))
    // The safe choice has the focus.
    kept.focus()
  }

  #deletePasskey({ id }: Passkey): void {
    const inUse = getSessionInfo(this.client)?.passkeyId === id
    void this.perform(async () => {
      await deletePasskey(this.client, id)
      this.emit('passkey-deleted', { id })
      // A token ends with its passkey.
      if (inUse) return this.#endSession()
      await this.#load('add')
      this.showStatus(this.texts.removed)
    })
  }

  #addPasskey(): void {
    void this.perform(async () => {
      const { username = '' } = getSessionInfo(this.client) ?? {}
      const added = await createPasskey(this.client, username, { signal: this.lifetime })
      await this.#load('add')
      this.showStatus(this.texts.added)
      this.emit('passkey-added', added)
    })
  }
}
