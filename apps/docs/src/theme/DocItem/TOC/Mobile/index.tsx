/** Nothing above the title: src/theme/DocItem/Content has the contents below it. */
export default function DocItemTOCMobile(): null {
  return null
}
