import { Navigate, Route, Routes } from 'react-router'
import { Toast } from '../ui/Toast.tsx'
import { AccountsPage } from './accounts/AccountsPage.tsx'
import styles from './Bank.module.css'
import { OpenPage } from './opening/OpenPage.tsx'
import { useSession } from './session/session.ts'
import { standingOf } from './session/standing.ts'
import { Footer } from './shell/Footer.tsx'
import { Header } from './shell/Header.tsx'
import { WelcomePage } from './welcome/WelcomePage.tsx'

/** The bank: outside, where one becomes a customer or signs in, and inside. */
export function Bank() {
  const { token, ended } = useSession()
  const standing = standingOf(token)
  return (
    <div className={styles.page}>
      <Header inside={standing === 'inside'} />
      <main className={styles.main}>
        <Routes>
          <Route path="/open" element={<OpenPage />} />
          {standing === 'inside' && <Route path="/" element={<AccountsPage />} />}
          {standing === 'outside' && <Route path="/" element={<WelcomePage ended={ended} />} />}
          <Route path="*" element={<Navigate to="/" replace />} />
        </Routes>
      </main>
      <Footer />
      <Toast />
    </div>
  )
}
