/** Domains below which anyone can register a name, such as `com` and `github.io`. */
export type PublicSuffixes = {
  /**
   * Whether the domain itself is on the Public Suffix List (https://publicsuffix.org), including its private section.
   */
  has(domain: string): Promise<boolean>
  /** The registered domain of a host: the host, or the parent of it right below a public suffix; undefined if there is none. */
  findOwnDomain(host: string): Promise<string | undefined>
}
