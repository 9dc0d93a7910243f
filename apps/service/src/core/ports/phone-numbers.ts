/** A telephone number that exists by the numbering plan of its country. */
export type PhoneNumber = {
  /** E.164: `+` and at most 15 digits. */
  number: string
  /** ISO 3166-1 alpha-2; undefined for numbers of no country, such as satellite phones. */
  country: string | undefined
  /** Whether a call or text there costs what calls there usually cost: false for premium-rate and shared-cost numbers. */
  ordinary: boolean
}

/** What knows the numbering plans. */
export type PhoneNumbers = {
  /** Undefined for anything but one whole international number (`+…`, spaces and hyphens allowed) without extension. */
  parse(text: string): Promise<PhoneNumber | undefined>
}
