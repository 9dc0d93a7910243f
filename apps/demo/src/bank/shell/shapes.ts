/** Required format of a form field, and its error message. */
export type Shape = { pattern: RegExp; otherwise: string }

export const addressShape: Shape = { pattern: /^\S+@\S+\.\S+$/, otherwise: 'An address such as ada@example.com.' }
export const pinShape: Shape = { pattern: /^\d{5}$/, otherwise: 'Five digits.' }
