import { ErrorText } from './ErrorText.tsx'
import { Notice } from './Notice.tsx'

/** Shows why the last action of the member failed, if it did. */
export function ErrorNotice({ error }: { error: Error | null }) {
  return (
    error && (
      <Notice kind="danger">
        <ErrorText error={error} />
      </Notice>
    )
  )
}
