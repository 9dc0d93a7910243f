/** The only helper that the libraries of the theme use (@docusaurus/utils-common). */
export const __importDefault = (module) => (module?.__esModule ? module : { default: module })
