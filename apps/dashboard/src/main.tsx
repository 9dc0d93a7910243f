// First, so that the styles of components override those of the library.
import './ui/styles.ts'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { router } from './routes.tsx'
import { Providers } from './ui/Providers.tsx'

createRoot(document.getElementById('root')!).render(
  <Providers>
    <RouterProvider router={router} />
  </Providers>,
)
