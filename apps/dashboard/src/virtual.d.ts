declare module 'virtual:admin-operations' {
  const operations: Readonly<Record<string, readonly [method: string, path: string]>>
  export default operations
}

declare module 'virtual:proxy-settings' {
  export const nginx: string
  export const caddy: string
}
