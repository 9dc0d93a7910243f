import { localStorageColorSchemeManager, MantineProvider, type MantineThemeOverride } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import './mantine.css'
import './tokens.css'
import './global.css'
import { resolver, theme as shared } from './theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'thumbturn-demo-color-scheme' })
// The SDK and the service run on this machine most of the time: an answer that fails once fails again.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { networkMode: 'always' } } })

/** What every page of the demo stands in: looks (its own, or those of /demo), colour scheme, and the cache of answers. */
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
