/** What a backend's page learns from its backend; addresses have no slash at the end. */
export type Surroundings = {
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
export const surroundings: Surroundings = await (await fetch('/settings.json')).json()
