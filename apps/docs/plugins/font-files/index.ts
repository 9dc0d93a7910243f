import type { Plugin } from '@docusaurus/types'

type Rule = { test?: unknown; use?: { options: { limit?: number | boolean } }[] }

/** Fonts stay files, however small: the policy of the pages allows no `data:` fonts. */
export default function fontFiles(): Plugin {
  return {
    name: 'font-files',
    configureWebpack(config) {
      const rules = (config.module?.rules ?? []) as Rule[]
      const [loader] = rules.find(({ test }) => test instanceof RegExp && test.test('a.woff2'))?.use ?? []
      if (!loader?.options) throw new Error('The rule for fonts changed: look at plugins/font-files')
      loader.options.limit = false
      return {}
    },
  }
}
