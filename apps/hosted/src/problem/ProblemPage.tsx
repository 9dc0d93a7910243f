import { usePage } from '../page.ts'
import { Frame } from '../ui/Frame.tsx'
import { ForOperator } from './ForOperator.tsx'
import { readProblem } from './problem.ts'

/** For a request that can't be answered where it came from, as its client or return address isn't known to be valid. */
export function ProblemPage() {
  const { texts } = usePage()
  const problem = readProblem()
  if (problem?.error === 'temporarily_unavailable') return <Frame title={texts.failedTitle} text={texts.tooMany} />
  const title = location.pathname.endsWith('/end-session') ? texts.signOutProblemTitle : texts.problemTitle
  return (
    <Frame title={title} text={texts.problemText}>
      {problem && <ForOperator problem={problem} texts={texts} />}
    </Frame>
  )
}
