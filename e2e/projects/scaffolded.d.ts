// The modules that only the projects of the quickstarts install, as far as their sources use them. Their own builds compile
// the sources against the real ones.
declare module 'next/headers' {
  export function cookies(): Promise<{ getAll(): { name: string; value: string }[] }>
}

declare module 'next/navigation' {
  export function useRouter(): { refresh(): void }
}

declare module 'next/server' {
  export type NextRequest = Request
  export const NextResponse: { next(): Response }
}

declare module '@sveltejs/kit' {
  type RequestEvent = { request: Request }
  export type RequestHandler = (event: RequestEvent) => Response | Promise<Response>
  export type ServerLoad = (event: RequestEvent) => object | Promise<object>
  export type Handle = (call: {
    event: RequestEvent
    resolve(event: RequestEvent): Response | Promise<Response>
  }) => Promise<Response>
}

declare module '$env/dynamic/private' {
  export const env: Readonly<Record<string, string | undefined>>
}
