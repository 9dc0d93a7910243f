import { explainError } from '../api/failure.ts'
import { InlineCode } from './InlineCode.tsx'

/** Says what went wrong. What the service said in English is marked as such, so that it is read aloud correctly. */
export function ErrorText({ error }: { error: unknown }) {
  const { text, detail } = explainError(error)
  return (
    <>
      <InlineCode text={text} />
      {detail !== undefined && (
        <>
          {' '}
          <span lang="en">
            <InlineCode text={detail} />
          </span>
        </>
      )}
    </>
  )
}
