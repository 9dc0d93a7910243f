/** Of a preview, in pixels: what those who show previews of links ask for. */
export const pictureSize = { width: 1200, height: 630 }
