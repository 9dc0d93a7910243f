/** Keeps passwords and judges them. Each costs some 20 MiB and tens of milliseconds, on purpose. */
export type Passwords = {
  /** The password as it may be stored: a PHC string of Argon2id (RFC 9106) with a salt of its own. */
  hash(password: string): Promise<string>
  /** Whether it is the password that was stored. Without a stored one it does the same work and answers false. */
  isRight(password: string, stored: string | undefined): Promise<boolean>
  /** Whether the installation's list of breached passwords has it; false where there is no list. */
  isBreached(password: string): Promise<boolean>
}
