import {
  type CSSVariablesResolver,
  type MantineColorSchemeManager,
  MantineProvider,
  type MantineThemeOverride,
} from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode } from 'react'

type Props = {
  theme: MantineThemeOverride
  resolver: CSSVariablesResolver
  /** Keeps the color scheme that the user chose. */
  colorScheme: MantineColorSchemeManager
  queryClient: QueryClient
  children: ReactNode
}

/** Theme, color scheme, and query cache of a page. */
export function BaseProviders({ theme, resolver, colorScheme, queryClient, children }: Props) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolver}
        colorSchemeManager={colorScheme}
        defaultColorScheme="auto"
      >
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  )
}
