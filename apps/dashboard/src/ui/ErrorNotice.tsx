import { ErrorText } from './ErrorText.tsx'
import { Notice } from './Notice.tsx'

/** Says why what the member did last has failed, if it has. */
export function ErrorNotice({ error }: { error: Error | null }) {
  return (
    error && (
      <Notice kind="danger">
        <ErrorText error={error} />
      </Notice>
    )
  )
}
