/** What a page gets from its backend at run time; addresses have no trailing slash. */
export type PageContext = {
  /** Where the service is. */
  service: string
  /** The application of this page. */
  appId: string
  /** Where each page of the demo is, by name. */
  addresses: Readonly<Record<string, string>>
  /** Whether /api/mail shows the mails that were not sent. */
  development: boolean
}

/** Ports and addresses are known when the backend runs, not when the page is built. */
export const pageContext: PageContext = await (await fetch('/settings.json')).json()
