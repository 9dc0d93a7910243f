import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const id = 'virtual:proxy-settings'
const resolved = `\0${id}`

const read = (file: string) => readFileSync(new URL(`../../../deploy/forward-auth/${file}`, import.meta.url), 'utf8')

/** The configuration files of proxies that operators get, as the module `virtual:proxy-settings`: the page shows the files that are tested. */
export function proxySettings(): Plugin {
  return {
    name: 'thumbturn:proxy-settings',
    resolveId: (source) => (source === id ? resolved : undefined),
    load: (source) =>
      source === resolved
        ? `export const nginx = ${JSON.stringify(read('nginx.conf'))}\nexport const caddy = ${JSON.stringify(read('Caddyfile'))}`
        : undefined,
  }
}
