import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { read, repository, routes } from './site.ts'

const programs = JSON.parse(readFileSync(new URL('../generated/programs.json', import.meta.url), 'utf8')) as {
  documentation: string
}[]

/** Hosts that pages may lead to: a new one is a decision. Nothing is fetched from them, here or by a page. */
const hosts = [
  'docusaurus.io', // in the banner of a wrong base URL
  'www.w3.org',
  'www.rfc-editor.org',
  'fidoalliance.org',
  'www.standardwebhooks.com', // the signature of webhooks
  'modelcontextprotocol.io', // the specification that MCP servers and clients follow
  'docs.citusdata.com', // the extension that distributes tables
  'developer.hashicorp.com', // the transit engine, which can open the master key
  new URL(repository).hostname, // for sources and issues
  ...programs.map(({ documentation }) => new URL(documentation).hostname), // of programs that sign in with OpenID Connect
]

const findLinks = (html: string) =>
  [...html.matchAll(/<(?:a|link|img|script|iframe|source)\b[^>]*?\s(?:href|src)="?([^"\s>]+)/g)].map(([, to]) => to!)

// Links inside of the site are the build's: it fails when one of them, or its anchor, leads nowhere.
test('a link to another host is https, and to one of the hosts that are known here', () => {
  const wrong = routes.flatMap((route) =>
    findLinks(read(`${route}index.html`))
      .filter((to) => /^(?:[a-z]+:)?\/\//i.test(to) && !isKnown(new URL(to, 'https://nowhere.example')))
      .map((to) => `${route} leads to ${to}`),
  )
  expect(wrong).toEqual([])
})

function isKnown({ protocol, hostname }: URL): boolean {
  if (hostname === 'localhost') return true
  return protocol === 'https:' && hosts.includes(hostname)
}

test('links have words of their own, so that a list of them says where each leads', () => {
  const vague = routes.filter((route) =>
    />(?:here|click here|more|read more|link)<\/a>/i.test(read(`${route}index.html`)),
  )
  expect(vague).toEqual([])
})
