export {
  createProgressQueue,
  type ProgressQueue,
  type ProgressQueueOptions,
  type QueueState,
} from './progress-queue.ts'
export type { QueueStorage } from './queue-store.ts'
export type { PendingProgress, ProgressReport } from './queued-events.ts'
