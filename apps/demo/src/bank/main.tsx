import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { Providers } from '../ui/Providers.tsx'
import { Bank } from './Bank.tsx'

createRoot(document.getElementById('root')!).render(
  <Providers>
    <BrowserRouter>
      <Bank />
    </BrowserRouter>
  </Providers>,
)
