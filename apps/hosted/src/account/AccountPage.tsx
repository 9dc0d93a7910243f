import '../styles/account.css'
import { useEffect, useState } from 'preact/hooks'
import { createPageUrl, leaveFor } from '../address.ts'
import { call } from '../api/call.ts'
import { usePage } from '../page.ts'
import { SignIn } from '../sign-in/SignIn.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Frame } from '../ui/Frame.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { Waiting } from '../ui/Waiting.tsx'
import { type Account, AccountContext, useAccount } from './account.ts'
import { AccountTextsContext, loadAccountTexts } from './account-texts.ts'
import { BrowsersSection } from './BrowsersSection.tsx'
import { ContactsSection } from './ContactsSection.tsx'
import { DataSection } from './DataSection.tsx'
import { type AccountTexts, english } from './english.ts'
import { PasskeysSection } from './PasskeysSection.tsx'
import { ProfileSection } from './ProfileSection.tsx'
import { ProgramsSection } from './ProgramsSection.tsx'

/** Everything about the account of the user of this browser, who signs in first. */
export function AccountPage() {
  const { request, language, reload } = usePage()
  const [texts, setTexts] = useState<AccountTexts>(english)
  useEffect(() => {
    let isShown = true
    void loadAccountTexts(language).then((loaded) => isShown && setTexts(loaded))
    return () => {
      isShown = false
    }
  }, [language])
  return (
    <AccountTextsContext.Provider value={texts}>
      {request.account ? <SignedIn texts={texts} /> : <SignIn onSignedIn={reload} />}
    </AccountTextsContext.Provider>
  )
}

function SignedIn({ texts }: { texts: AccountTexts }) {
  const page = usePage()
  const [account, setAccount] = useState<Account>()
  const [isDeleted, setDeleted] = useState(false)
  const action = useAction()
  const reload = async () => setAccount(await call('accountShow'))
  useEffect(() => void action.run(reload), [])
  if (isDeleted) return <Frame title={texts.deletedTitle} text={texts.deletedText} />
  if (action.failure)
    return (
      <Frame title={texts.title}>
        <Notice kind="error">{action.failure}</Notice>
        <ActionButton onClick={() => void action.run(reload)}>{page.texts.tryAgain}</ActionButton>
      </Frame>
    )
  if (!account) return <Waiting />
  return (
    <AccountContext.Provider value={{ account, reload }}>
      <Frame title={texts.title} wide>
        <Owner />
        <ProfileSection />
        <ContactsSection />
        <PasskeysSection />
        <BrowsersSection />
        <ProgramsSection />
        <DataSection onDeleted={() => setDeleted(true)} />
      </Frame>
    </AccountContext.Provider>
  )
}

function Owner() {
  const { texts } = usePage()
  const { user } = useAccount().account
  const action = useAction()
  const signOut = () =>
    action.run(async () => {
      await call('sessionEnd')
      leaveFor(createPageUrl('signed-out'))
    })
  return (
    <div class="owner">
      <p class="lead">{user.name ? `${user.name} · ${user.username}` : user.username}</p>
      {action.failure && <Notice kind="error">{action.failure}</Notice>}
      <ActionButton isRunning={action.isRunning} onClick={() => void signOut()}>
        {texts.signOut}
      </ActionButton>
    </div>
  )
}
