/**
 * The checks that patterns can't express: the formats of the contract, with what they expect in words that follow "must
 * be". The service checks them with the functions that read the values, so a document promises exactly what is
 * accepted.
 */
export const formats = {
  date: 'a day since 1970, such as 2026-11-20',
  'date-time': 'a time, such as 2026-11-20T09:30:00Z',
  email: 'exactly one email address, such as ada@example.com',
  uri: 'a URL, such as https://example.com',
  'time-zone': 'an IANA time zone, such as Europe/Berlin',
} as const

export type Format = keyof typeof formats
