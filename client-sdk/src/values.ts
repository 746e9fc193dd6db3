/**
 * The values of the API's enumerations, each once, for choices and filters: `courseLevel`,
 * `transactionStatus`. They are those of this release; a later server may answer others.
 */
export * from './generated/long-values.ts'
export * from './generated/values.ts'
