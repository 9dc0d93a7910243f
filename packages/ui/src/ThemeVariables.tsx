import {
  type CSSVariablesResolver,
  convertCssVariables,
  deepMerge,
  defaultCssVariablesResolver,
  useMantineTheme,
} from '@mantine/core'
import { useInsertionEffect } from 'react'

/**
 * Mantine's variables for the theme, in a constructed style sheet. Mantine's own style element would need a nonce, and
 * would be written as HTML: the pages' content security policy allows neither.
 */
export function ThemeVariables({ resolver }: { resolver: CSSVariablesResolver }) {
  const theme = useMantineTheme()
  useInsertionEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(convertCssVariables(deepMerge(defaultCssVariablesResolver(theme), resolver(theme))))
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [theme, resolver])
  return null
}
