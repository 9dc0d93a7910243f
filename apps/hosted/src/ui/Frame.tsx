import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { usePage } from '../page.ts'
import { languageNames } from '../texts/texts.ts'
import { Logo } from './Logo.tsx'

type Props = {
  title: string
  /** One sentence below the title. */
  text?: string | undefined
  /** A page with more than a form is wider. */
  wide?: boolean
  children?: ComponentChildren
}

/** The card of a page with the application's name above it, and its links below. */
export function Frame({ title, text, wide, children }: Props) {
  const { application } = usePage().request
  return (
    <div class={wide ? 'frame wide' : 'frame'}>
      <main class="card">
        <header class="brand">
          <Logo of={application} />
          <span>{application.name}</span>
        </header>
        <Title>{title}</Title>
        {text && <p class="lead">{text}</p>}
        {children}
        {application.text && <p class="own-text">{application.text}</p>}
      </main>
      <Footer />
    </div>
  )
}

const separator = ' · '

/** Takes the focus when it changes, so that a screen reader reads the new view; not on arrival, where a field has it. */
function Title({ children }: { children: string }) {
  const { application } = usePage().request
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.title.endsWith(separator + application.name)) heading.current?.focus()
    document.title = children + separator + application.name
  }, [children])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  )
}

function Footer() {
  const { request, texts } = usePage()
  const { termsUrl, privacyUrl, helpUrl } = request.application
  const links: [string, string | undefined][] = [
    [texts.terms, termsUrl],
    [texts.privacy, privacyUrl],
    [texts.help, helpUrl],
  ]
  return (
    <footer>
      <Languages />
      <nav>{links.map(([name, url]) => url && <Link key={name} url={url} name={name} />)}</nav>
    </footer>
  )
}

/** Opens in another tab: the page would lose the request. */
export const Link = ({ url, name }: { url: string; name: string }) => (
  <a href={url} target="_blank" rel="noreferrer">
    {name}
  </a>
)

function Languages() {
  const { language, speak, texts } = usePage()
  return (
    <select
      aria-label={texts.language}
      value={language}
      onChange={({ currentTarget }) => void speak(currentTarget.value)}
    >
      {Object.entries(languageNames).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  )
}
