import { useState } from 'preact/hooks'
import { userCodeInAddress } from '../address.ts'
import { CallError, call } from '../api/call.ts'
import { usePage } from '../page.ts'
import { SignIn } from '../sign-in/SignIn.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Field } from '../ui/Field.tsx'
import { Frame } from '../ui/Frame.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useAction } from '../ui/use-action.ts'
import { ConfirmDevice, type FoundDevice } from './ConfirmDevice.tsx'

type Decision = 'allow' | 'deny'

/** Signs in a device without a browser (RFC 8628). The user must be signed in here. */
export function DevicePage() {
  const { request, reload } = usePage()
  const [device, setDevice] = useState<FoundDevice>()
  const [decision, setDecision] = useState<Decision>()
  if (!request.account) return <SignIn onSignedIn={reload} />
  if (decision) return <Decided decision={decision} />
  const leave = () => {
    setDevice(undefined)
    void reload()
  }
  if (device) return <ConfirmDevice device={device} onDecided={setDecision} onLeft={leave} />
  return <CodeForm onFound={setDevice} />
}

function CodeForm({ onFound }: { onFound: (device: FoundDevice) => void }) {
  const { texts } = usePage()
  const [userCode, setUserCode] = useState(userCodeInAddress ?? '')
  const [problem, setProblem] = useState<string>()
  const action = useAction()
  const find = () => {
    setProblem(userCode.trim() === '' ? texts.enterCode : undefined)
    if (userCode.trim() === '') return
    void action.run(async () => {
      const found = await call('deviceShow', { query: { userCode } }).catch(passUnknown)
      if (found) onFound(found)
      else setProblem(texts.deviceUnknown)
    })
  }
  return (
    <Frame title={texts.deviceTitle} text={texts.deviceText}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          find()
        }}
      >
        {action.failure && <Notice kind="error">{action.failure}</Notice>}
        <Field
          label={texts.deviceCode}
          value={userCode}
          onChange={setUserCode}
          problem={problem}
          isCode
          autocomplete="off"
          maxLength={32}
        />
        <ActionButton kind="primary" type="submit" isRunning={action.isRunning}>
          {texts.continue}
        </ActionButton>
      </form>
    </Frame>
  )
}

const passUnknown = (error: unknown) => {
  if (error instanceof CallError && error.status === 404) return undefined
  throw error
}

function Decided({ decision }: { decision: Decision }) {
  const { texts } = usePage()
  return decision === 'allow' ? (
    <Frame title={texts.deviceAllowed} text={texts.deviceAllowedText} />
  ) : (
    <Frame title={texts.deviceDenied} text={texts.deviceDeniedText} />
  )
}
