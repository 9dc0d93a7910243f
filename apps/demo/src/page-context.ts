/** The page's context from its backend at run time; URLs have no trailing slash. */
export type PageContext = {
  /** URL of the service. */
  service: string
  /** The application ID of this page. */
  appId: string
  /** URL of each page of the demo, by name. */
  addresses: Readonly<Record<string, string>>
  /** Whether /api/mail shows unsent emails. */
  development: boolean
}

/** Ports and URLs are known when the backend runs, not when the page is built. */
export const pageContext: PageContext = await (await fetch('/settings.json')).json()
