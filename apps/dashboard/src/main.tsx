// First, so that the styles of components override those of the library.
import './ui/styles.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './api/query-client.ts'
import { router } from './routes.tsx'
import { sessionQuery } from './session/session.ts'
import { startLanguage } from './ui/language.ts'
import { Providers } from './ui/Providers.tsx'

// While the code of the first page is on its way. Others than members who were signed in have no session to read.
if (document.documentElement.dataset.boot === 'shell') void queryClient.prefetchQuery(sessionQuery)

await startLanguage()
createRoot(document.getElementById('root')!).render(
  <I18nProvider i18n={i18n}>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </I18nProvider>,
)
