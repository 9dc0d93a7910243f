import type { ComponentType } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type PageName, readPageName, sealedRequest } from './address.ts'
import { CallError } from './api/call.ts'
import { ConsentPage } from './consent/ConsentPage.tsx'
import { SelectAccountPage } from './consent/SelectAccountPage.tsx'
import {
  chooseLanguageForever,
  createSdkClient,
  loadLanguage,
  type Page,
  PageContext,
  readLanguage,
  readRequest,
} from './page.ts'
import { FailurePage } from './problem/FailurePage.tsx'
import { OriginPage } from './problem/OriginPage.tsx'
import { ProblemPage } from './problem/ProblemPage.tsx'
import { SignedOutPage } from './sign-in/SignedOutPage.tsx'
import { SignInPage } from './sign-in/SignInPage.tsx'
import { SignOutPage } from './sign-in/SignOutPage.tsx'
import { chooseLanguage } from './texts/language.ts'
import { lazy } from './ui/lazy.tsx'
import { Waiting } from './ui/Waiting.tsx'

const pages: Readonly<Record<PageName, ComponentType>> = {
  'sign-in': SignInPage,
  consent: ConsentPage,
  'select-account': SelectAccountPage,
  'sign-out': SignOutPage,
  'signed-out': SignedOutPage,
  problem: ProblemPage,
  device: lazy(() => import('./device/DevicePage.tsx').then(({ DevicePage }) => DevicePage)),
  account: lazy(() => import('./account/AccountPage.tsx').then(({ AccountPage }) => AccountPage)),
}

/** Pages on which a passkey is used. */
const needsPasskeys: readonly PageName[] = ['sign-in', 'device', 'account']

type State = Pick<Page, 'request' | 'client' | 'language' | 'texts'>
type Failure = Pick<Page, 'language' | 'texts'> & { error: unknown }

export function App() {
  const [state, setState] = useState<State>()
  const [failure, setFailure] = useState<Failure>()
  const chosen = useRef<string | undefined>(undefined)
  const load = () => readState().then(setState, async (error) => setFailure({ error, ...(await speakAnyway()) }))
  useEffect(() => void load(), [])
  if (failure) return <FailurePage {...failure} isExpired={isInvalidRequest(failure.error)} />
  if (!state) return <Waiting />
  const speak = async (language: string) => {
    chosen.current = language
    const spoken = await chooseLanguageForever(language)
    // A language that was chosen later can arrive earlier.
    if (chosen.current === language) setState((current) => ({ ...current!, ...spoken }))
  }
  const reload = async () => {
    const request = await readRequest()
    setState((current) => ({ ...current!, request }))
  }
  const name = readPageName()
  const isUsable = state.request.application.problems.length === 0 || !needsPasskeys.includes(name)
  const Shown = isUsable ? pages[name] : OriginPage
  return (
    <PageContext.Provider value={{ ...state, speak, reload }}>
      <Shown />
    </PageContext.Provider>
  )
}

async function readState(): Promise<State> {
  const request = await readRequest()
  return { request, client: createSdkClient(request), ...(await readLanguage(request)) }
}

/** Without a response, the language is that of the browser. */
const speakAnyway = () => loadLanguage(chooseLanguage())

const isInvalidRequest = (error: unknown) =>
  sealedRequest !== undefined && error instanceof CallError && error.status === 400
