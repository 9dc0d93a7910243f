import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { NotFoundPage } from '../ui/NotFoundPage.tsx'
import { Toast } from '../ui/Toast.tsx'
import { AccountsPage } from './accounts/AccountsPage.tsx'
import styles from './Bank.module.css'
import { SecurityPage } from './security/SecurityPage.tsx'
import { useSession } from './session/session.ts'
import { readSignInState } from './session/sign-in-state.ts'
import { Footer } from './shell/Footer.tsx'
import { Header } from './shell/Header.tsx'
import { NewDevicePage } from './sign-in/NewDevicePage.tsx'
import { NewPasskeyPage } from './sign-in/NewPasskeyPage.tsx'
import { OtherWayPage } from './sign-in/OtherWayPage.tsx'
import { RecoverPage } from './sign-in/RecoverPage.tsx'
import { OpenPage } from './sign-up/OpenPage.tsx'
import { TransferPage } from './transfer/TransferPage.tsx'
import { WelcomePage } from './welcome/WelcomePage.tsx'

// Where a customer can be when a sign-in ends.
const beforeSignIn = ['/new-device', '/other-way', '/recover']

// The paths that customers can ask for before they sign in.
const afterSignIn = ['/', '/transfer', '/security']

/** The bank: welcome pages, and account pages after sign-in. */
export function Bank() {
  const { token, ended } = useSession()
  const standing = readSignInState(token)
  useForgetting(standing === 'outside')
  return (
    <div className={styles.page}>
      <Header inside={standing === 'inside'} />
      <main className={styles.main}>
        <Routes>
          <Route path="/open" element={<OpenPage />} />
          {standing === 'outside' && (
            <>
              <Route path="/new-device" element={<NewDevicePage />} />
              <Route path="/other-way" element={<OtherWayPage />} />
              <Route path="/recover" element={<RecoverPage />} />
              {/* Keeps the URL, so users return to the requested page after sign-in. */}
              {afterSignIn.map((path) => (
                <Route key={path} path={path} element={<WelcomePage ended={ended} />} />
              ))}
              <Route path="*" element={<NotFoundPage home="Go to the sign-in" />} />
            </>
          )}
          {standing === 'codeOnly' && <Route path="*" element={<NewPasskeyPage />} />}
          {standing === 'inside' && (
            <>
              <Route path="/" element={<AccountsPage />} />
              <Route path="/transfer" element={<TransferPage />} />
              <Route path="/security" element={<SecurityPage />} />
              {beforeSignIn.map((path) => (
                <Route key={path} path={path} element={<Navigate to="/" replace />} />
              ))}
              <Route path="*" element={<NotFoundPage home="Go to your accounts" />} />
            </>
          )}
        </Routes>
      </main>
      <Footer />
      <Toast />
    </div>
  )
}

/** After a sign-out, the next user must not see data of the previous one. */
function useForgetting(left: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (left) queries.removeQueries()
  }, [left, queries])
}
