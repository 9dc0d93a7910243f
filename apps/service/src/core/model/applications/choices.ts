import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { applyCertification } from './certification.ts'
import { applyProfile } from './security-profile.ts'

/** The settings with those that others set when they are chosen. */
export const applyChoices = (settings: ApplicationSettings, chosen: Partial<ApplicationSettings> | undefined) =>
  applyCertification(applyProfile(settings, chosen), chosen)
