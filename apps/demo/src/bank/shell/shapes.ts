/** What a line of a form must look like, and what its field says otherwise. */
export type Shape = { pattern: RegExp; otherwise: string }

export const addressShape: Shape = { pattern: /^\S+@\S+\.\S+$/, otherwise: 'An address such as ada@example.com.' }
export const pinShape: Shape = { pattern: /^\d{5}$/, otherwise: 'Five digits.' }
