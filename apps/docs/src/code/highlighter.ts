import includeLanguages from '@theme/prism-include-languages'
import { Prism } from 'prism-react-renderer'

// A chunk of its own: only pages that are visited after the first one highlight all languages in the browser.
includeLanguages(Prism)

export { Lines } from './Lines.tsx'
