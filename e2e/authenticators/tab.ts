import type { Kind } from './profiles.ts'

/** A virtual authenticator that is plugged in. */
export type Authenticator = {
  unplug(): Promise<void>
  /** From now on, it doesn't recognize its user. */
  forgetUser(): Promise<void>
  /** From now on, what it returns is wrong in this way (only Chromium). */
  override(bit: 'isBadUV' | 'isBadUP' | 'isBogusSignature'): Promise<void>
  countPasskeys(): Promise<number>
}

/** A page of a browser, whichever it is. */
export type Tab = {
  open(url: string): Promise<void>
  /** Evaluates an expression in the page, and waits if it is a promise. */
  evaluate<Result>(expression: string): Promise<Result>
  plugIn(kind: Kind): Promise<Authenticator>
  /** Runs with a tab that shares neither data nor authenticators with this one. */
  onAnotherDevice<Result>(run: (tab: Tab) => Promise<Result>): Promise<Result>
}

/** Calls a function in the page with texts. It must not use anything from outside. */
export const call = <Given extends readonly string[], Result>(
  tab: Tab,
  run: (...given: Given) => Promise<Result>,
  ...given: Given
): Promise<Result> => tab.evaluate(`(${run})(...${JSON.stringify(given)})`)
