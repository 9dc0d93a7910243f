import { isConditionalUIAvailable, isImmediateSignInAvailable } from '../browser/support.ts'
import { runAbortable } from '../ceremonies/ceremony.ts'
import { getSessionInfo, logout } from '../client/token.ts'
import { ApiError } from '../errors.ts'
import { offerAutofill } from '../flows/autofill.ts'
import { requestAndSendOtp, validateOtp } from '../flows/otp.ts'
import { authenticateWithPasskey } from '../flows/sign-in.ts'
import { signInImmediately } from '../flows/sign-in-immediately.ts'
import { createPasskey } from '../flows/sign-up.ts'
import { upgradeToPasskey } from '../flows/upgrade.ts'
import { fillMessage } from '../messages/messages.ts'
import type { SignedIn } from '../types.ts'
import type { UsernameType } from '../vocabulary.ts'
import { h, passkeyIcon } from './dom.ts'
import { ThumbturnElement } from './element.ts'

/** Longest that a passkey without a dialog is waited for, in milliseconds; some browsers don't say that they create none. */
const upgradeMs = 4000

/**
 * Sign-up and sign-in: `<thumbturn-auth base-url="https://…">`; with the attribute `immediate`, one button that first
 * looks for a passkey on this device. Dispatches `thumbturn-signed-in` (detail: SignedIn),
 * `thumbturn-signed-out`, `thumbturn-fallback` (detail: `{ username, methods }`; call preventDefault to handle it
 * yourself) and `thumbturn-error` (detail: `{ error }`).
 */
export class ThumbturnAuth extends ThumbturnElement {
  /** Token with reg:write that your backend was granted, if sign-up requires one. */
  declare token: string | undefined
  #username = ''
  #autofill: AbortController | undefined

  protected async start(signal: AbortSignal): Promise<void> {
    const session = getSessionInfo(this.client)
    if (session) return this.#showDone(session.username)
    if (this.getAttribute('mode') === 'sign-up') return this.#showSignUp()
    const isImmediate = this.hasAttribute('immediate') && (await isImmediateSignInAvailable())
    if (signal.aborted) return
    if (isImmediate) this.#showImmediate()
    else this.#showSignIn()
  }

  get #usernameType(): UsernameType {
    const type = this.getAttribute('username-type')
    return type === 'email' || type === 'phone' ? type : 'other'
  }

  #showImmediate(): void {
    const { texts } = this
    const button = h(
      'button',
      { class: 'primary wide', type: 'button', part: 'button primary', onclick: () => this.#signInImmediately() },
      passkeyIcon(),
      texts.signIn,
    )
    this.show(texts.signIn, [button, this.#createLink(texts.signUp, () => this.#showSignUp(true))])
  }

  async #signInImmediately(): Promise<void> {
    const { lifetime: signal } = this
    await this.perform(async () => {
      let result: SignedIn | undefined
      try {
        result = await signInImmediately(this.client, { signal })
      } finally {
        if (!result && !signal.aborted) this.#showSignIn(true)
      }
      if (result) this.#complete(result)
    })
  }

  #showSignIn(focus = false): void {
    const { texts } = this
    const form = this.#createForm('username webauthn', texts.withPasskey, () => this.#signIn())
    this.show(texts.signIn, [form, this.#createLink(texts.signUp, () => this.#showSignUp(true))], { focus })
    void this.#offerAutofill()
  }

  #showSignUp(focus = false): void {
    this.#autofill?.abort()
    const { texts } = this
    const form = this.#createForm('username', texts.createAccount, () => this.#signUp())
    this.show(texts.signUp, [form, this.#createLink(texts.haveAccount, () => this.#showSignIn(true))], { focus })
  }

  #createForm(autocomplete: string, action: string, submit: () => Promise<void>): HTMLElement {
    const email = this.#usernameType === 'email'
    const input = h('input', {
      id: 'name',
      name: 'username',
      part: 'input',
      autocomplete,
      value: this.#username,
      type: email ? 'email' : 'text',
      autocapitalize: 'none',
      spellcheck: 'false',
      oninput: () => {
        this.#username = input.value.trim()
      },
      onfocus: () => this.#keepAutofill(),
      onclick: () => this.#keepAutofill(),
    })
    const field = h(
      'div',
      {},
      h('label', { for: 'name', part: 'label' }, this.texts[email ? 'email' : 'username']),
      input,
    )
    const button = h('button', { class: 'primary', part: 'button primary' }, passkeyIcon(), action)
    const onsubmit = (event: Event) => {
      event.preventDefault()
      void submit()
    }
    return h('form', { novalidate: true, onsubmit }, field, button)
  }

  #createLink(text: string, press: () => void): HTMLElement {
    return h(
      'div',
      { class: 'foot' },
      h('button', { class: 'link', part: 'link', type: 'button', onclick: press }, text),
    )
  }

  async #signIn(): Promise<void> {
    await this.perform(async () => {
      const handOver = (username: string, methods: string[]) => this.#offerFallback(username, methods)
      const options = { usernameType: this.#usernameType, signal: this.lifetime, callbacks: { onFallback: handOver } }
      const result = await authenticateWithPasskey(this.client, this.#username, options)
      if (result.isAuthenticated) this.#complete(result)
    })
    this.#keepAutofill()
  }

  async #signUp(): Promise<void> {
    if (!this.#username)
      return this.showInputError(this.texts[this.#usernameType === 'email' ? 'enterEmail' : 'enterName'])
    await this.perform(async () => {
      const { token, lifetime: signal } = this
      const options = { token, usernameType: this.#usernameType, signal }
      this.#complete(await createPasskey(this.client, this.#username, options))
    })
  }

  /** Offers autofill again if it failed. */
  #keepAutofill(): void {
    if (this.isSignInView && !this.#autofill) void this.#offerAutofill()
  }

  async #offerAutofill(): Promise<void> {
    this.#autofill?.abort()
    const mine = new AbortController()
    this.#autofill = mine
    this.lifetime.addEventListener('abort', () => mine.abort(), { signal: mine.signal })
    if (!(await isConditionalUIAvailable()) || mine.signal.aborted) return
    const renewAfterMs = Number(this.getAttribute('renew-after-ms')) || undefined
    try {
      this.#complete(await offerAutofill(this.client, { signal: mine.signal, renewAfterMs }))
    } catch (error) {
      if (mine.signal.aborted) return
      this.#autofill = undefined
      // The browser or another autofill of the page ended it, which is no error.
      if ((error as { code?: string }).code !== 'ERROR_PASSKEY_ABORTED') this.showError(error)
    }
  }

  #offerFallback(username: string, methods: string[]): void {
    if (!this.emit('fallback', { username, methods })) return
    if (methods.some((method) => method.startsWith('otp'))) this.#showCode(methods)
    else this.showInputError(this.texts.otherWay)
  }

  #showCode(methods: string[]): void {
    this.#autofill?.abort()
    const { texts } = this
    const input = h('input', {
      id: 'code',
      class: 'code',
      part: 'input',
      inputmode: 'numeric',
      autocomplete: 'one-time-code',
      maxlength: '12',
    })
    const field = h('div', {}, h('label', { for: 'code', part: 'label' }, texts.code), input)
    const button = h('button', { class: 'primary', part: 'button primary' }, texts.continue)
    const onsubmit = (event: Event) => {
      event.preventDefault()
      void this.#submitCode(input.value)
    }
    const view = [
      h('p', { class: 'muted', part: 'text' }, methods.includes('otp') ? texts.codeShown : texts.codeSend),
      methods.includes('otp:email') && this.#createSendButton(texts.sendEmail, 'email'),
      methods.includes('otp:sms') && this.#createSendButton(texts.sendSms, 'sms'),
      h('form', { onsubmit, novalidate: true }, field, button),
      this.#createLink(texts.back, () => this.#showSignIn(true)),
    ]
    this.show(texts.codeTitle, [h('div', { class: 'stack' }, ...view)], { focus: true })
  }

  #createSendButton(text: string, method: 'email' | 'sms'): HTMLElement {
    const send = () =>
      this.perform(async () => {
        await requestAndSendOtp(this.client, this.#username, { method, usernameType: this.#usernameType })
        this.showStatus(this.texts.codeSent)
        this.find('#code')?.focus()
      })
    return h('button', { type: 'button', part: 'button', onclick: send }, text)
  }

  async #submitCode(code: string): Promise<void> {
    if (!code.trim()) return this.showInputError(this.texts.enterCode)
    await this.perform(async () => {
      try {
        const usernameType = this.#usernameType
        const earned = await validateOtp(this.client, this.#username, { code, usernameType, signal: this.lifetime })
        await this.#upgrade(earned)
      } catch (error) {
        if (!(error instanceof ApiError && error.reason === 'invalid_code')) throw error
        this.showInputError(this.texts.wrongCode)
      }
    })
  }

  /** Some browsers create the passkey without a dialog. Others ask the user, who is signed in anyway. */
  async #upgrade(earned: SignedIn): Promise<void> {
    const { client } = this
    const options = { usernameType: this.#usernameType }
    const upgrade = ({ signal }: AbortController) => upgradeToPasskey(client, this.#username, { ...options, signal })
    const upgraded = await runAbortable(this.lifetime, upgrade, upgradeMs).catch(() => undefined)
    if (upgraded) this.#complete(upgraded)
    else this.#offerPasskey(earned)
  }

  /** A code signs the user in to create a passkey on this device. The user can decline. */
  #offerPasskey(earned: SignedIn): void {
    const { texts } = this
    const create = () =>
      this.perform(async () => {
        const options = { usernameType: this.#usernameType, signal: this.lifetime }
        this.#complete(await createPasskey(this.client, this.#username, options))
      })
    const view = h(
      'div',
      { class: 'stack' },
      h('p', { class: 'muted', part: 'text' }, texts.addText),
      h('button', { class: 'primary', part: 'button primary', onclick: create }, passkeyIcon(), texts.create),
      this.#createLink(texts.notNow, () => this.#complete(earned)),
    )
    this.show(texts.addTitle, [view], { focus: true })
  }

  #complete(result: SignedIn): void {
    if (this.lifetime.aborted) return
    this.#autofill?.abort()
    this.#showDone(getSessionInfo(this.client)?.username ?? this.#username, true)
    this.emit('signed-in', result)
  }

  #showDone(username: string, focus = false): void {
    const { texts } = this
    const leave = () => {
      logout(this.client)
      this.emit('signed-out', { username })
      this.#showSignIn(true)
    }
    const button = h('button', { class: 'wide', type: 'button', part: 'button', onclick: leave }, texts.signOut)
    this.show(fillMessage(texts.signedInAs, { name: username }), [button], { focus })
  }
}
