import type { Answer, Service } from '@thumbturn/service-harness/service.ts'

/** Something that works until its end, at any node. */
export type Perishable = {
  use(node: Service): Promise<Answer>
  /** Its end in milliseconds since 1970, if it says it. */
  endsAt?: number
  /** A token whose claims follow from the clock of its node. */
  token?: string
}

export type Lifetime = {
  name: string
  /** As documented. */
  lifeMs: number
  prepare(node: Service): Promise<Perishable>
  /** It is spent by its use: until when that is recorded, from its beginning. */
  recordedMs?: number
  /** How far another party's clock may be ahead. */
  toleranceMs?: number
}
