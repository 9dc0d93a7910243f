import type { CustomTemplate, TemplateKey } from '../../model/messages/templates/custom.ts'

/** Reads the messages that applications changed. */
export interface MessageTemplateStore {
  find(key: TemplateKey): Promise<CustomTemplate | undefined>
  list(appId: string): Promise<CustomTemplate[]>
}
