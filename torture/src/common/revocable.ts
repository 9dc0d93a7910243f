import type { Answer, Service } from '@thumbturn/service-harness/service.ts'

/** Two nodes and a key that administers the installation. */
export type Scene = { first: Service; second: Service; adminKey: string; apiKey: string }

/** Something that can be revoked at the first node, and a call at the second that needs it. */
export type Revocable = {
  revoke(): Promise<Answer>
  probe(): Promise<Answer>
  /** For what there can't be any number of. */
  undo?(): Promise<Answer>
}

/** Prepares a revocation; `at` counts those that are prepared at the same time. */
export type Prepare = (scene: Scene, at: number) => Promise<Revocable>

/** Calls the administration API about the application `demo` at the first node. */
export const administer = (
  { first, adminKey: token }: Scene,
  [method, path, body]: readonly [method: string, path: string, body?: object],
): Promise<Answer> => first.ask(method, `//admin/v1/applications/demo${path}`, { token, body })
