import { localStorageColorSchemeManager, type MantineThemeOverride } from '@mantine/core'
import { QueryClient } from '@tanstack/react-query'
import { BaseProviders } from '@thumbturn/ui/BaseProviders.tsx'
import type { ReactNode } from 'react'
import './mantine.css'
import '@thumbturn/ui/fonts/inter.css'
import '@thumbturn/ui/fonts/mono.css'
import '@thumbturn/ui/palette.css'
import { resolver, theme as shared } from './theme.ts'

const colorScheme = localStorageColorSchemeManager({ key: 'thumbturn-demo-color-scheme' })
// The service is mostly on the same machine, so retries don't help.
const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false }, mutations: { networkMode: 'always' } },
})

/** Providers of every page: theme (its own, or the default), color scheme, and query cache. */
export function Providers({ theme = shared, children }: { theme?: MantineThemeOverride; children: ReactNode }) {
  return (
    <BaseProviders theme={theme} resolver={resolver} colorScheme={colorScheme} queryClient={queryClient}>
      {children}
    </BaseProviders>
  )
}
