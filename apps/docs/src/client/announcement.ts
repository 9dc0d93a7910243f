import type { ThemeConfig } from '@docusaurus/theme-common'
import siteConfig from '@generated/docusaurus.config'

const { announcementBar } = siteConfig.themeConfig as ThemeConfig

/**
 * A dismissal counts for the announcement that was dismissed. The theme forgets it when the id is another, but hides the
 * bar until the next visit; this shows it on the visit that brings the news.
 */
function showNews() {
  if (typeof document === 'undefined') return
  try {
    const kept = localStorage.getItem('docusaurus.announcement.id')
    const isSame = kept === announcementBar?.id || kept === 'annoucement-bar'
    if (!isSame) document.documentElement.setAttribute('data-announcement-bar-initially-dismissed', 'false')
  } catch {}
}

showNews()
