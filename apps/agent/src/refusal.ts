/** Why something is not done, for the program; the message says what to do instead. */
export type RefusalCode =
  | 'not_found'
  | 'invalid'
  | 'too_many'
  | 'not_confirmed'
  | 'declined'
  | 'expired'
  | 'settled'
  | 'not_proved'
  | 'unreachable'

/** An expected refusal. Its message is for whoever asked: an agent, or the page of the person. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}
