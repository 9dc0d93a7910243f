import Link from '@docusaurus/Link'
import { useHistory, useLocation } from '@docusaurus/router'
import useIsBrowser from '@docusaurus/useIsBrowser'
import type { ReactNode } from 'react'
import { type Answers, answered, answersIn, askedAfter, listStops, type Stop, toQueryString } from '../flows/choice.ts'
import { flowPages } from '../flows/pages.ts'
import { type Option, type Question, questions } from '../flows/questions.ts'

/**
 * A few questions, and the pages that the answers lead to. The answers are in the address, so that a way can be
 * shared. Without scripts it is hidden: the list below it says the same.
 */
export function FlowChooser(): ReactNode {
  const { pathname, search } = useLocation()
  const history = useHistory()
  // The first drawing must be the server's, which knows no answers.
  const answers = useIsBrowser() ? answersIn(search) : {}
  const go = (next: Answers) => history.replace({ pathname, search: toQueryString(next) })
  return (
    <div className="chooser">
      <form className="chooser-questions" onSubmit={(event) => event.preventDefault()}>
        {askedAfter(answers).map((question) => (
          <Choice
            key={question.id}
            question={question}
            chosen={answers[question.id]}
            onChoose={(option) => go(answered(answers, question, option))}
          />
        ))}
        {Object.keys(answers).length > 0 && (
          <p className="chooser-foot">
            <a className="quiet-button chooser-jump" href="#your-way">
              See your path
            </a>
            <button type="button" className="quiet-button" onClick={() => go({})}>
              Start again
            </button>
          </p>
        )}
      </form>
      <Way
        stops={listStops(answers)}
        open={askedAfter(answers).filter(({ id }) => !answers[id])}
        begun={Object.keys(answers).length > 0}
      />
    </div>
  )
}

type ChoiceProps = { question: Question; chosen: string | undefined; onChoose: (option: Option) => void }

function Choice({ question: { id, asks, options }, chosen, onChoose }: ChoiceProps) {
  return (
    <fieldset>
      <legend>{asks}</legend>
      {options.map((option) => (
        <label key={option.id}>
          <input type="radio" name={id} checked={option.id === chosen} onChange={() => onChoose(option)} />
          <span>{option.says}</span>
        </label>
      ))}
    </fieldset>
  )
}

type WayProps = { stops: readonly Stop[]; open: readonly Question[]; begun: boolean }

function Way({ stops, open, begun }: WayProps) {
  return (
    <nav className="chooser-way" id="your-way" aria-label="Your path">
      <p className="chooser-way-title" aria-live="polite">
        {stops.length === 0 ? 'Your path' : `Your path: ${inWords(stops.length)}, in this order`}
      </p>
      {stops.length === 0 && (
        <p className="chooser-hint">
          {begun
            ? 'Answer one more question to see it.'
            : 'Answer the questions that you can. You can skip the others.'}
        </p>
      )}
      <ol>
        {stops.map(({ name, to, title, call, why }) => (
          <li key={name}>
            <Link to={to}>{title}</Link>
            {call && <code>{call}</code>}
            <span>{why}</span>
          </li>
        ))}
      </ol>
      {stops.length > 0 && open.length > 0 && (
        <p className="chooser-hint">Not answered yet: {open.map(({ asks }) => asks).join(' ')}</p>
      )}
    </nav>
  )
}

const inWords = (count: number) => (count === 1 ? '1 page' : `${count} pages`)

/** The same as a list, for those who read without scripts, by a printer, or by a machine. */
export function FlowList(): ReactNode {
  return questions.map(({ id, asks, options }) => (
    <section key={id} className="flow-list">
      <h3>{asks}</h3>
      <ul>
        {options.map(({ id: option, says, leads }) => (
          <li key={option}>
            <strong>{says}</strong>
            {leads.length === 0
              ? ': see the questions below.'
              : leads.map((lead) => <Lead key={lead[0]} lead={lead} />)}
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Lead({ lead: [name, why] }: { lead: Option['leads'][number] }) {
  const { to, title } = flowPages[name]
  return (
    <div>
      <Link to={to}>{title}</Link>: {why}
    </div>
  )
}
