declare module '@first-lines' {
  export { FirstLines } from './ServerLines.tsx'
}
