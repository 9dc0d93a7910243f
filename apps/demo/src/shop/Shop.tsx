import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { BasketPage } from './basket/BasketPage.tsx'
import { CatalogPage } from './catalog/CatalogPage.tsx'
import { ProductPage } from './catalog/ProductPage.tsx'
import styles from './Shop.module.css'
import { Footer } from './shell/Footer.tsx'
import { Header } from './shell/Header.tsx'

// Loaded only when needed.
const CheckoutPage = lazy(() => import('./checkout/CheckoutPage.tsx'))
const OrderPage = lazy(() => import('./checkout/OrderPage.tsx'))

/** The shop: catalog, product, basket, and checkout. */
export function Shop() {
  return (
    <div className={styles.page}>
      <Header />
      <main className={styles.main}>
        <Suspense>
          <Routes>
            <Route path="/" element={<CatalogPage />} />
            <Route path="/pieces/:id" element={<ProductPage />} />
            <Route path="/basket" element={<BasketPage />} />
            <Route path="/checkout" element={<CheckoutPage />} />
            <Route path="/orders/:order" element={<OrderPage />} />
            <Route path="*" element={<NotFoundPage home="Go to the catalog" />} />
          </Routes>
        </Suspense>
      </main>
      <Footer />
    </div>
  )
}
