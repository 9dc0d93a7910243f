import type { Eventual } from '../after.ts'

/** A phone number that is valid in the numbering plan of its country. */
export type PhoneNumber = {
  /** E.164: `+` and at most 15 digits. */
  number: string
  /** ISO 3166-1 alpha-2; undefined for numbers of no country, such as satellite phones. */
  country: string | undefined
  /** Whether calls and SMS cost the usual rate: false for premium-rate and shared-cost numbers. */
  ordinary: boolean
}

/** Knows the numbering plans. */
export type PhoneNumbers = {
  /**
   * Parses one complete international number (`+…`, spaces and hyphens allowed) without extension; otherwise undefined.
   */
  parse(text: string): Eventual<PhoneNumber | undefined>
}
