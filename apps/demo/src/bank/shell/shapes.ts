/** Required format of a form field, and its error message. */
export type FieldFormat = { pattern: RegExp; otherwise: string }

export const addressFormat: FieldFormat = {
  pattern: /^\S+@\S+\.\S+$/,
  otherwise: 'An address such as ada@example.com.',
}
export const pinFormat: FieldFormat = { pattern: /^\d{5}$/, otherwise: 'Five digits.' }
