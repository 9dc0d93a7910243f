/** The error of a receiver, as the page shows it. */
export class ReceiverFailure extends Error {
  override name = 'ReceiverFailure'
  readonly userMessage: string

  constructor(text: string) {
    super(text)
    this.userMessage = text
  }
}
