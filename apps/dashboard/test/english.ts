// Tests run without catalogs, so texts of modules that are tested are in the English of the code.
import { i18n } from '@lingui/core'

i18n.loadAndActivate({ locale: 'en', messages: {} })
