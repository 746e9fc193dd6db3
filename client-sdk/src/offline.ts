export { createProgressQueue } from './offline/progress-queue.ts'
export type { QueueStorage } from './offline/queue-store.ts'
export type { PendingProgress, ProgressReport } from './offline/queued-events.ts'
export type { ProgressQueue, ProgressQueueOptions, QueueState } from './offline/types.ts'
