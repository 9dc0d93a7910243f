import { localStorageColorSchemeManager, MantineProvider, type MantineThemeOverride } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import './mantine.css'
import './tokens.css'
import './global.css'
import { resolver, theme as shared } from './theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'thumbturn-demo-color-scheme' })
// The service is mostly on the same machine, so retries don't help.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { networkMode: 'always' } } })

/** Providers of every page: theme (its own, or the default), color scheme, and query cache. */
export function Providers({ theme = shared, children }: { theme?: MantineThemeOverride; children: ReactNode }) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
