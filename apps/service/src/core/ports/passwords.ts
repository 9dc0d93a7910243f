/** Hashes and verifies passwords. Each takes about 20 MiB and tens of milliseconds, deliberately. */
export type Passwords = {
  /** The password for storage: a PHC string of Argon2id (RFC 9106) with its own salt. */
  hash(password: string): Promise<string>
  /** Whether it matches the stored hash. Without one it does the same work and returns false. */
  matches(password: string, stored: string | undefined): Promise<boolean>
  /** Whether the installation's list of breached passwords has it; false if there is no list. */
  isBreached(password: string): Promise<boolean>
}
