import type { Group } from './found.ts'

const pages = [
  ['/quickstarts/', 'Quickstarts', 'From an empty folder to sign-in, in your framework'],
  ['/which-flow/', 'Which flow do I need?', 'A few questions that lead to your guide'],
  ['/openid-provider/', 'Use Thumbturn as an OpenID Provider', 'Sign-in with passkeys for programs that you run'],
  ['/next/api/', 'API reference', 'Every call, with samples and a console'],
  ['/operate/install/', 'Install', 'Run Thumbturn on your own machines'],
  ['/troubleshoot/', 'Troubleshoot', 'Causes and fixes of errors'],
] as const

/** Where most readers want to go. */
export const suggestions: readonly Group[] = [
  {
    area: 'Popular pages',
    matches: pages.map(([url, page, text]) => ({ url, page, heading: page, text, words: [] })),
  },
]
