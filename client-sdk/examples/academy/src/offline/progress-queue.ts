import { type CourseProgress, type Inputs, isLyceumError, type Lyceum } from '@lyceum/sdk'

type Report = Inputs['progress']['update']

interface QueueOptions {
  onApplied: (courses: readonly CourseProgress[]) => void
  onRefused: (report: Report, reason: { error: string; message: string; facts?: object }) => void
}

/** Stands in for `createProgressQueue` of @lyceum/sdk/offline, with the same functions. */
export function createProgressQueue(lyceum: Lyceum, { onApplied, onRefused }: QueueOptions) {
  const listeners = new Set<() => void>()
  let owner: string | undefined
  let waiting: Report[] = []
  let running: Promise<void> | undefined

  function read(): Report[] {
    const { state } = lyceum.session
    const userId = state.status === 'signedIn' ? state.userId : undefined
    if (owner !== userId) {
      owner = userId
      waiting = JSON.parse(localStorage.getItem(`academy.progress.${owner}`) ?? '[]')
    }
    return waiting
  }
  function write(next: Report[]): void {
    waiting = next
    localStorage.setItem(`academy.progress.${owner}`, JSON.stringify(next))
    for (const listener of listeners) listener()
  }
  async function sendAll(): Promise<void> {
    for (let [report] = read(); report !== undefined; [report] = read()) {
      const sent = report
      try {
        const { course } = await lyceum.progress.update.mutate(sent)
        onApplied([course])
      } catch (error) {
        if (!isLyceumError(error) || [0, 401, 429].includes(error.status ?? 0)) return
        onRefused(sent, { ...error, error: error.name, message: error.message })
      }
      write(read().filter((one) => one !== sent))
    }
  }
  function flush(): Promise<void> {
    running ??= sendAll().finally(() => {
      running = undefined
    })
    return running
  }
  window.addEventListener('online', flush)
  setInterval(flush, 15_000)

  return {
    async report(report: Report): Promise<void> {
      const isSame = ({ lessonId, completed }: Report) =>
        lessonId === report.lessonId && completed === report.completed
      write([...read().filter((one) => !isSame(one)), report])
    },
    flush,
    pendingFor: (lessonId: string): { completed?: boolean | undefined } | undefined =>
      read().find((one) => one.lessonId === lessonId && one.completed) ??
      read().find((one) => one.lessonId === lessonId),
    get state() {
      return { pending: read().length }
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
