declare module '@first-lines' {
  export { FirstLines } from './ServerLines.tsx'
}

declare module 'prismjs/components/prism-core' {
  export type { Token, TokenStream } from 'prismjs'

  const prism: typeof import('prismjs')
  export default prism
}
