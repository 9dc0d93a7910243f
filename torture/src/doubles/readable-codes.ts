import * as original from '@thumbturn/service/core/use-cases/codes/create.ts'

export * from '@thumbturn/service/core/use-cases/codes/create.ts'

/** Like the original, but the code itself is stored. */
export const createCode: typeof original.createCode = (core, application, about) => {
  const { text, code } = original.createCode(core, application, about)
  return { text, code: { ...code, hash: text } }
}

export const isCode: typeof original.isCode = (_, { hash }, typed) => hash === typed.replaceAll(/[\s-]/g, '')
