import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'
import './mantine.css'
import './tokens.css'
import './global.css'
import { resolver, theme } from './theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'thumbturn-demo-color-scheme' })
// The SDK and the service run on this machine most of the time: an answer that fails once fails again.
const queries = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { networkMode: 'always' } } })

/** What every page of the demo stands in: looks, colour scheme, and the cache of answers. */
export function Providers({ children }: { children: ReactNode }) {
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
