/** The languages of samples. */
export const languages = ['curl', 'Browser', 'Node', 'Python', 'Go'] as const
export type Language = (typeof languages)[number]

/** The grammar that highlights each. */
export const grammars: Readonly<Record<Language, string>> = {
  curl: 'bash',
  Browser: 'javascript',
  Node: 'javascript',
  Python: 'python',
  Go: 'go',
}
