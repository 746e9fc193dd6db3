export type { FetchAnswer } from './answers.ts'
export { createLyceum, type Lyceum, type LyceumOptions } from './create-lyceum.ts'
export {
  type ClientErrorName,
  type ErrorNameOf,
  type Issue,
  isLyceumError,
  LyceumError,
  type LyceumErrorDetails,
  type LyceumErrorName,
  type LyceumErrorNamed,
  type OperationName,
  type ServerErrorName,
} from './errors.ts'
export { exportAccount } from './export-account.ts'
export { fieldErrors } from './forms/field-errors.ts'
export { type UploadOptions, uploadFile, uploadToHandIn } from './files/upload-file.ts'
export type { IssueCode } from './generated/errors.ts'
export type * from './generated/router.ts'
export { currencyExponent, formatMoney } from './money.ts'
export type {
  CallOptions,
  IdempotentCallOptions,
  Inputs,
  Mutation,
  Operations,
  Outputs,
  Query,
} from './operations.ts'
export { type ListOperation, paginate } from './paginate.ts'
export type { SessionEndReason, SessionState, SessionView, SignedOutReason } from './session.ts'
export { localStorageTokenStore, memoryTokenStore, type TokenStore } from './token-store.ts'
export type { FetchInit, FetchLike, RequestLog, ResponseLog } from './transport/transport.ts'
