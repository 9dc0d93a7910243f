import type { Plugin } from 'vite'

const byAttribute = /:root\[data-mantine-color-scheme="dark"\] (\{[^}]*\})/

/** The dark half of the palette for who prefers dark colors, also without a script that sets Mantine's attribute. */
export function darkByPreference(): Plugin {
  let isFound = false
  return {
    name: 'thumbturn:dark-by-preference',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/ui/src/palette.css')) return
      isFound = byAttribute.test(code)
      return code.replace(byAttribute, '@media (prefers-color-scheme: dark) {\n:root $1\n}')
    },
    buildEnd() {
      if (!isFound) this.error('There is no palette, or it has no dark half in the form that this plugin knows')
    },
  }
}
