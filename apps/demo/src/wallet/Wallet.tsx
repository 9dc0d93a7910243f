import { Route, Routes } from 'react-router'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { HomePage } from './home/HomePage.tsx'
import { FramePage } from './payment/FramePage.tsx'
import { PayPage } from './payment/PayPage.tsx'
import { PurchasePage } from './purchase/PurchasePage.tsx'
import { Shell } from './shell/Shell.tsx'

/** The wallet: its own page, the page for redirects, and the page for frames. */
export function Wallet() {
  return (
    <Routes>
      <Route path="/frame" element={<FramePage />} />
      <Route element={<Shell />}>
        <Route path="/" element={<HomePage />} />
        <Route path="/pay" element={<PayPage />} />
        <Route path="/purchase/:id" element={<PurchasePage />} />
        <Route path="*" element={<NotFoundPage home="Go to the wallet" />} />
      </Route>
    </Routes>
  )
}
