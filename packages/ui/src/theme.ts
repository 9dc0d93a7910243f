import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'

const verdigris: MantineColorsTuple = [
  '#e7f5f1',
  '#cfe9e2',
  '#a3d6c9',
  '#8dd6c4',
  '#74cdb8',
  '#4dae99',
  '#2f907c',
  '#1a7868',
  '#10655a',
  '#0b4d45',
]

const red: MantineColorsTuple = [
  '#fbeae6',
  '#f6d2ca',
  '#f5b3a6',
  '#f4a395',
  '#f29382',
  '#dd6550',
  '#c84a34',
  '#b53d28',
  '#a63420',
  '#832616',
]

// Only wheel and touch are stopped while a dialog is open: hiding the scroll bar would take a style element, which the pages'
// content security policy forbids.
const staysScrollable = { defaultProps: { removeScrollProps: { removeScrollBar: false } } }

/** The theme that all pages have in common; all other colors are in palette.css. */
export const baseTheme = createTheme({
  colors: { verdigris, red },
  primaryColor: 'verdigris',
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  black: '#0c1311',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: { ModalRoot: staysScrollable, DrawerRoot: staysScrollable },
})

/** Maps the palette to Mantine's variables, with those that a page maps in its own way. */
export function createResolver(own: Record<string, string>): CSSVariablesResolver {
  const variables = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--muted)',
    '--mantine-color-placeholder': 'var(--muted)',
    '--mantine-color-disabled-color': 'var(--muted)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-error': 'var(--danger)',
    ...own,
  }
  return () => ({ variables: {}, light: variables, dark: variables })
}
