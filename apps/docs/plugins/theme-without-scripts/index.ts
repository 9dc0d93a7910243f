import type { Plugin } from '@docusaurus/types'

type Rule = {
  selector: string
  clone(changes?: { selector: string }): Rule
  after(node: object): void
  replaceWith(node: object): void
}
type Root = { walkRules(visit: (rule: Rule) => void): void }
type Helpers = { AtRule: new (given: { name: string; params: string; nodes: Rule[] }) => object }

const themed = /\[data-theme=["']?(dark|light)["']?\]/g
// As specific as the attribute itself.
const unthemed = ':where(:root):not([data-theme])'

/** Dark is the default: also for a browser that reports no preference. */
const preference = { dark: 'not all and (prefers-color-scheme: light)', light: '(prefers-color-scheme: light)' }

/**
 * A script writes the theme into the page. Without scripts, the same rules follow the preference of the browser. The theme has a rule
 * of its own for that, which knows only light.
 */
export const themeWithoutScripts = {
  postcssPlugin: 'theme-without-scripts',
  Once(root: Root, { AtRule }: Helpers) {
    const within = (theme: 'dark' | 'light', rule: Rule) =>
      new AtRule({ name: 'media', params: preference[theme], nodes: [rule] })
    const rules: Rule[] = []
    root.walkRules((rule) => void rules.push(rule))
    for (const rule of rules) {
      const [, theme] = new RegExp(themed.source).exec(rule.selector) ?? []
      if (theme === 'dark' || theme === 'light') {
        const copy = rule.clone({ selector: rule.selector.replace(themed, unthemed) })
        rule.after(within(theme, copy))
      } else if (rule.selector.includes(':not([data-theme])')) rule.replaceWith(within('light', rule.clone()))
    }
  },
}

export default function themeWithoutScriptsPlugin(): Plugin {
  return {
    name: 'theme-without-scripts',
    configurePostCss: (options) => ({ ...options, plugins: [...options.plugins, themeWithoutScripts] }),
  }
}
