/** Encrypts secrets that have to be used later, for storage. `purpose` must be the same when opened. */
export interface SecretBox {
  seal(purpose: string, text: string): string
  /** @throws Error if it was sealed under another master key or for another purpose, or was changed */
  open(purpose: string, sealed: string): string
}
