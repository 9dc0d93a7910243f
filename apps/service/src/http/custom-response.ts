/** A response whose headers or status differ from what the route declares. */
export class CustomResponse {
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  /** That of the route if undefined. */
  readonly status: number | undefined

  constructor(body: unknown, headers: Readonly<Record<string, string>> = {}, status?: number) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}
