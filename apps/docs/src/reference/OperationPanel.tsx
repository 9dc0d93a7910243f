import Loading from '@theme/Loading'
import { type ReactNode, useState } from 'react'
import Loadable from 'react-loadable'
import type { Operation, Reference } from '../../plugins/openapi-reference/model.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { Code } from './Code.tsx'
import { grammars, languages } from './languages.ts'
import { useLanguage, writeSample } from './samples.ts'

// A chunk of its own: readers who don't use it never load it.
const Console = Loadable({ loader: () => import('./Console.tsx'), loading: Loading })

/** The right half: samples in the reader's language, the response, and the console. */
export function OperationPanel({ operation, document }: { operation: Operation; document: Reference }): ReactNode {
  const [trying, setTrying] = useState(false)
  const answer = operation.answers.find(({ example }) => example !== undefined)
  return (
    <div className="operation-panel">
      <button type="button" className="quiet-button try-it" aria-expanded={trying} onClick={() => setTrying(!trying)}>
        {trying ? 'Close the console' : 'Try it'}
      </button>
      {trying && <Console operation={operation} server={document.server} />}
      <Sample operation={operation} document={document} />
      {answer && (
        <Listing title={`Response ${answer.status}`} text={JSON.stringify(answer.example, null, 2)} language="json" />
      )}
    </div>
  )
}

function Sample({ operation, document }: { operation: Operation; document: Reference }) {
  const [language, setLanguage] = useLanguage()
  const text = writeSample(language, operation, document)
  return (
    <div className="listing">
      <div className="listing-head">
        <div className="languages">
          {languages.map((one) => (
            <button key={one} type="button" aria-pressed={one === language} onClick={() => setLanguage(one)}>
              {one}
            </button>
          ))}
        </div>
        <CopyButton text={text} />
      </div>
      <Code label={`${operation.summary} in ${language}`} language={grammars[language]}>
        {text}
      </Code>
    </div>
  )
}

function Listing({ title, text, language }: { title: string; text: string; language: string }) {
  return (
    <div className="listing">
      <div className="listing-head">
        <span>{title}</span>
        <CopyButton text={text} />
      </div>
      <Code label={title} language={language}>
        {text}
      </Code>
    </div>
  )
}
