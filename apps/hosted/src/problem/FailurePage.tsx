import type { Page } from '../page.ts'
import { explain } from '../ui/use-action.ts'
import { ForOperator } from './ForOperator.tsx'
import { readProblem } from './problem.ts'

type Props = Pick<Page, 'texts'> & { error: unknown; isExpired: boolean }

/** Without a response of the service, or if the request isn't valid any more. Which application it is for is unknown then. */
export function FailurePage({ texts, error, isExpired }: Props) {
  const problem = readProblem()
  return (
    <div class="frame">
      <main class="card">
        <h1>{isExpired ? texts.expiredTitle : texts.failedTitle}</h1>
        <p class="lead">{isExpired ? texts.expiredText : explain(error, texts)}</p>
        {problem && <ForOperator problem={problem} texts={texts} />}
        {!isExpired && !problem && (
          <div class="stack">
            <button class="plain" type="button" onClick={() => location.reload()}>
              {texts.tryAgain}
            </button>
          </div>
        )}
      </main>
    </div>
  )
}
