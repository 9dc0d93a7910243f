import type { Scene } from '../../common/revocable.ts'
import type { WebApp } from '../../common/web-app.ts'

/** Two nodes, two instances of a web application, and a protected site that both nodes know. */
export type Arena = Scene & {
  apps: readonly [WebApp, WebApp]
  site: { host: string }
  /** Lets enough time pass on the clocks of the web application for its cookies to be renewed. */
  becomeDue(): void
}
