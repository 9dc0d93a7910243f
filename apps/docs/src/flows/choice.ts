import { type FlowPage, flowPages, type PageName } from './pages.ts'
import { type Option, type Question, questions } from './questions.ts'

/** The answers so far: the id of an option by the id of its question. */
export type Answers = Readonly<Record<string, string>>

/** One page of a way, and why it is on it. */
export type Stop = FlowPage & { name: PageName; why: string }

/** The answers in an address, without unknown ones and those to questions that aren't asked. */
export function answersIn(search: string): Answers {
  const parameters = new URLSearchParams(search)
  const answers: Record<string, string> = {}
  for (const question of questions) {
    const chosen = question.options.find(({ id }) => id === parameters.get(question.id))
    if (chosen && isAsked(question, answers)) answers[question.id] = chosen.id
  }
  return answers
}

/** The same for the address bar, in the order of the questions. */
export const toQueryString = (answers: Answers): string =>
  Object.keys(answers).length === 0 ? '' : `?${new URLSearchParams(answers)}`

/** Answers with one more; what the others no longer lead to is forgotten. */
export const answered = (answers: Answers, question: Question, option: Option): Answers =>
  answersIn(toQueryString({ ...answers, [question.id]: option.id }))

/** The questions that these answers lead to. */
export const askedAfter = (answers: Answers): Question[] => questions.filter((question) => isAsked(question, answers))

const isAsked = ({ after }: Question, answers: Answers) =>
  after === undefined || after.some((id) => Object.values(answers).includes(id))

/** The pages that the answers lead to, each once, in the order of building. */
export function listStops(answers: Answers): Stop[] {
  const leads = askedAfter(answers).flatMap(
    ({ id, options }) => options.find((one) => one.id === answers[id])?.leads ?? [],
  )
  return (Object.keys(flowPages) as PageName[]).flatMap((name) => {
    const lead = leads.find(([page]) => page === name)
    return lead ? [{ ...flowPages[name], name, why: lead[1] }] : []
  })
}
