import { createPageUrl, leaveFor } from '../address.ts'
import { usePage } from '../page.ts'
import { fill } from '../texts/texts.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Frame } from '../ui/Frame.tsx'

export function SignedOutPage() {
  const { request, texts } = usePage()
  return (
    <Frame title={texts.signedOutTitle} text={fill(texts.signedOutText, { application: request.application.name })}>
      <div class="stack">
        <ActionButton onClick={() => leaveFor(createPageUrl('sign-in'))}>{texts.signInAgain}</ActionButton>
      </div>
    </Frame>
  )
}
