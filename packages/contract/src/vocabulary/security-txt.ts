/** The repository, where vulnerabilities in Thumbturn itself are reported; `policy` says what happens then. */
export const listProductContacts = (repository: string) => ({
  contacts: [`${repository}/security/advisories/new`],
  policy: `${repository}/security/policy`,
  languages: 'en',
})

/** Until when the contacts on the website are confirmed. A release fails if it comes too close to that date. */
export const websiteExpiry = '2027-11-01T00:00:00Z'

/** The fields of a security.txt. Contacts are URIs, and the first one is preferred. */
export type SecurityTxt = {
  contacts: readonly string[]
  /** When its readers must take it for outdated. */
  expires: Date
  /** The address of the file itself. */
  canonical?: string | undefined
  policy?: string | undefined
  languages?: string | undefined
}

/** Writes a security.txt (RFC 9116). `remarks` are comments at its start. */
export function writeSecurityTxt(
  { contacts, expires, canonical, policy, languages }: SecurityTxt,
  remarks: readonly string[] = [],
): string {
  const fields = {
    Contact: contacts,
    Expires: [expires.toISOString().replace(/\.\d+Z$/, 'Z')],
    'Preferred-Languages': [languages],
    Canonical: [canonical],
    Policy: [policy],
  }
  const lines = Object.entries(fields).flatMap(([name, values]) =>
    values.flatMap((value) => (value === undefined ? [] : [`${name}: ${value}`])),
  )
  return [...remarks.map((remark) => `# ${remark}`), ...lines, ''].join('\n')
}
