import type { Texts } from '../texts/english.ts'
import type { Problem } from './problem.ts'

type Props = { problem: Problem; texts: Pick<Texts, 'forOperator'> }

/** Advice that only the operator of the program or the application can follow; in English, as their settings are. */
export const ForOperator = ({ problem: { error, description }, texts }: Props) => (
  <section class="operator">
    <h2>{texts.forOperator}</h2>
    <p lang="en">{description}</p>
    <code>{error}</code>
  </section>
)
