// Before Prism is loaded: it would otherwise highlight the blocks of the page on its own.
;(globalThis as { Prism?: object }).Prism = { manual: true }

export {}
