export {
  createProgressQueue,
  type ProgressQueue,
  type ProgressQueueOptions,
  type QueueState,
} from './offline/progress-queue.ts'
export type { QueueStorage } from './offline/queue-store.ts'
export type { PendingProgress, ProgressReport } from './offline/queued-events.ts'
