/** The places of a site in the settings of its proxy. */
export type Places = {
  host: string
  applicationId: string
  /** Where the proxy reaches the program, such as 127.0.0.1:8080. */
  program: string
  /** Where the proxy reaches Thumbturn, such as 127.0.0.1:4300. */
  service: string
}

/** Where the files of the documentation have the program and Thumbturn. */
export const usualPlaces = { program: '127.0.0.1:8080', service: '127.0.0.1:4300' } as const

/** Settings are copied into configuration files, so an address has no character that means something there. */
export const isPlace = (text: string): boolean =>
  /^(?:[a-z0-9._-]+|\[[a-f0-9:]+\])(?::[1-9]\d{0,4})?$/i.test(text.trim())

/** The file of a proxy for a site, from the one that is the example of the documentation, without the comment at its head. */
export function fillProxySettings(text: string, { host, applicationId, program, service }: Places): string {
  const [name, port = '443'] = host.split(':') as [string, string?]
  return (
    text
      .replace(/^(?:#.*\n)+\n/, '')
      .replaceAll(/(?<=server_name )wiki\.example\.com/g, name)
      .replaceAll(/(?<=listen (?:\[::\]:)?)443/g, port)
      .replaceAll('wiki.example.com', host)
      .replaceAll(/127\.0\.0\.1:(?:8080|4300)/g, (place) => (place === usualPlaces.program ? program : service).trim())
      .replaceAll('/apps/shop/', `/apps/${applicationId}/`)
      // Two sites of one proxy must not share names.
      .replaceAll(/\bwiki(?=_)|(?<=[@$])wiki(?=_)/g, host.replaceAll(/\W/g, '_'))
      .trim()
  )
}
