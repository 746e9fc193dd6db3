import type { LyceumError } from '../errors.ts'
import type { ProgressEvent, ProgressRefusal, ReportedCourse } from '../generated/router.ts'
import type { QueueStorage } from './queue-store.ts'
import type { PendingProgress, ProgressReport } from './queued-events.ts'

export interface ProgressQueueOptions {
  /**
   * Where events wait, such as React Native's `AsyncStorage`. Default: IndexedDB, and memory where
   * there is none.
   */
  storage?: QueueStorage | undefined
  /** The name of the database, or the beginning of the storage's keys. Default: `lyceum.progress`. */
  name?: string | undefined
  /** How long reports are collected before they are sent. Default: 5,000. */
  delayMilliseconds?: number | undefined
  /** Called with the courses of each answer: their progress, and the certificate once there is one. */
  onApplied?: ((courses: readonly ReportedCourse[]) => void) | undefined
  /**
   * Called with each event that the server refused, and that is therefore dropped. What a locked
   * lesson refuses is sent again before, for 30 days from when it happened.
   */
  onRefused?: ((event: ProgressEvent, reason: ProgressRefusal) => void) | undefined
}

export interface QueueState {
  /** How many events of the signed-in user wait to be sent, or for their lesson to open. */
  pending: number
  sending: boolean
  /** Why the last try failed; undefined after one that did not. */
  lastError: LyceumError | undefined
}

/** Progress that reaches the server once there is a connection. */
export interface ProgressQueue {
  /**
   * Stores what happened to a lesson, as of now. Resolves once it is stored; it is sent soon, with
   * what else there is.
   *
   * @throws LyceumError TokenMissing when nobody is signed in
   */
  report(report: ProgressReport): Promise<void>
  /** Sends all that waits now. Resolves when it is sent, or failed: `state` says which. */
  flush(): Promise<void>
  /** Forgets what waits for the signed-in user. */
  clear(): Promise<void>
  /** Unsent progress in a lesson, to show at once. The same object until something changes. */
  pendingFor(lessonId: string): PendingProgress | undefined
  /** The same object until something changes, as React's `useSyncExternalStore` needs it. */
  readonly state: QueueState
  /** Calls back after each change. Returns the end of it. */
  subscribe(onChange: () => void): () => void
  /** Stops sending: what waits stays stored. */
  close(): void
}
