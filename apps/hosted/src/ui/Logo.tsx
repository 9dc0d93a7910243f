type Brand = { name: string; logoUrl?: string | undefined; logoDarkUrl?: string | undefined }

/** The logo, or the first letter of the name. The name is next to it, so that it needs no text of its own. */
export function Logo({ of: { name, logoUrl, logoDarkUrl } }: { of: Brand }) {
  if (!logoUrl) return <Monogram name={name} />
  return (
    <picture>
      {logoDarkUrl && <source srcset={logoDarkUrl} media="(prefers-color-scheme: dark)" />}
      <img class="logo" src={logoUrl} alt="" height={32} />
    </picture>
  )
}

/** Programs have no logos here: an image from another host would tell it who signs in, and can imitate any other program. */
export const Monogram = ({ name }: { name: string }) => (
  <span class="monogram" aria-hidden="true">
    {[...name.trim()][0]?.toUpperCase()}
  </span>
)
