import { describeReason } from './describe-reason.ts'

/** The reason of an event in the member's language; what the service recorded is its tooltip. */
export function Reason({ reason }: { reason: string }) {
  const { text, language } = describeReason(reason)
  return (
    <span lang={language} title={text === reason ? undefined : reason}>
      {text}
    </span>
  )
}
