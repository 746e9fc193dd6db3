/**
 * The values of the API's enumerations, each once, for choices and filters: `courseLevel`,
 * `transactionStatus`. They are those of this release; a later server may answer others. Those that
 * only staff meet are in `staff-values`.
 */
export * from './generated/values.ts'
