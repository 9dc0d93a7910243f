/** What a sample can be shown in. */
export const languages = ['curl', 'Browser', 'Node', 'Python', 'Go'] as const
export type Language = (typeof languages)[number]

/** What each is highlighted as. */
export const grammars: Readonly<Record<Language, string>> = {
  curl: 'bash',
  Browser: 'javascript',
  Node: 'javascript',
  Python: 'python',
  Go: 'go',
}
