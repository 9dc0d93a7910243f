// Images in <img> run no scripts, whatever their type; anything that isn't inline could call home.
const pattern = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/

// Enough for the largest icon in the FIDO metadata, small enough for a response.
const longest = 256 * 1024

/** Whether a text is an image that can be passed on to pages: a data: URI of a common type, at most 256 kB. */
export const isImage = (text: string): boolean => text.length <= longest && pattern.test(text)
