/** The one-time code in a message: the first run of 6 to 10 digits that stands alone. */
export const findCode = (text: string): string | undefined => /(?<![\d+])\d{6,10}(?!\d)/.exec(text)?.[0]
