import { fileURLToPath } from 'node:url'
import type { Plugin } from '@docusaurus/types'

const loader = fileURLToPath(new URL('./loader.cjs', import.meta.url))

type AtRule = { params: string }

/** A window of exactly 996 pixels is a desktop: the theme's style sheets and its script begin it one pixel later. */
export const desktopFrom996 = {
  postcssPlugin: 'desktop-from-996',
  AtRule: {
    media: (rule: AtRule) => {
      rule.params = rule.params
        .replace(/max-width:\s*996px/g, 'max-width: 995.98px')
        .replace(/min-width:\s*997px/g, 'min-width: 996px')
        .replace(/width\s*<=\s*996px/g, 'width < 996px')
        .replace(/width\s*>\s*996px/g, 'width >= 996px')
    },
  },
}

export default function breakpoint996(): Plugin {
  return {
    name: 'breakpoint-996',
    configurePostCss: (options) => ({ ...options, plugins: [...options.plugins, desktopFrom996] }),
    configureWebpack: () => ({
      module: { rules: [{ test: /theme-common[\\/]lib[\\/]hooks[\\/]useWindowSize\.js$/, use: [loader] }] },
    }),
  }
}
