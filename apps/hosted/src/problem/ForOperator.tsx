import { usePage } from '../page.ts'
import type { Problem } from './problem.ts'

/** Advice that only the operator of the program or the application can follow; in English, as their settings are. */
export function ForOperator({ problem: { error, description, command } }: { problem: Problem }) {
  const { texts } = usePage()
  return (
    <section class="operator">
      <h2>{texts.forOperator}</h2>
      <p lang="en">{description}</p>
      {command && <pre lang="en">{command}</pre>}
      <code>{error}</code>
    </section>
  )
}
