import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { createQueue, type Priority, type Queue } from '../../../lib/queue.ts'
import { PageLost } from './browser/print-page.ts'
import type { Trial, TriedDocuments } from './browser/supervisor.ts'
import type { PrintedDocument } from './documents/printed-document.ts'
import { DocumentTooHeavy, LookUnprintable } from './types.ts'

interface LookOptions {
  queue: Queue
  /** How many documents with new looks may print at the same time. */
  newLooksAtOnce: number
  maxWaiting: number
  whenFull: () => Error
  print: (printed: PrintedDocument) => Promise<Uint8Array>
  tryAlone: (documents: TriedDocuments) => Promise<Trial>
  /** Returns a document that is known to print. */
  plain: () => Promise<PrintedDocument>
  log: Logger
}

/** A print, that of a trial that it led to, or `not now` while another print's trial decides. */
type Attempt = Uint8Array | { trial: Promise<Uint8Array> } | 'not now'

const keptLooks = 1_000

/**
 * Prints documents so that a bad look harms only itself. Looks that never printed leave room for
 * those that did; a look that fails is tried alone, and set aside if it fails there too.
 */
export function createLookKeeper(options: LookOptions) {
  const { queue, print, tryAlone, plain, log } = options
  const newLooks = createQueue({
    concurrency: options.newLooksAtOnce,
    maxWaiting: options.maxWaiting,
    whenFull: options.whenFull,
  })
  const trials = createQueue({ concurrency: 1 })
  const printedBefore = new LRUCache<string, true>({ max: keptLooks })
  const faults = new LRUCache<string, string>({ max: keptLooks })
  const judging = new Map<string, Promise<Trial>>()

  async function printWithLook(
    printed: PrintedDocument,
    priority: Priority = { interactive: true },
  ): Promise<Uint8Array> {
    const { name: look, hasPictures } = printed.template
    if (!hasPictures) return printPlain(printed, priority)
    for (;;) {
      // Waits for the trial of others who have found it too heavy just now.
      await judging.get(look)?.catch(() => undefined)
      const fault = faults.get(look)
      if (fault !== undefined) throw new LookUnprintable(fault)
      const attempt = await attemptInTurn(printed, priority)
      if (attempt === 'not now') continue
      return 'trial' in attempt ? attempt.trial : attempt
    }
  }

  /** Prints without pictures: then the machine is too busy, never the look at fault. */
  async function printPlain(printed: PrintedDocument, priority: Priority): Promise<Uint8Array> {
    try {
      return await queue.run(() => print(printed), priority)
    } catch (error) {
      if (!(error instanceof DocumentTooHeavy)) throw error
      log.warn({ err: error }, 'the document is printed again, alone')
      const verdict = await tryOut(printed)
      if ('pdf' in verdict) return verdict.pdf
      throw error
    }
  }

  async function attemptInTurn(printed: PrintedDocument, priority: Priority): Promise<Attempt> {
    const look = printed.template.name
    const attemptIt = () => queue.run(() => attempt(printed), priority)
    if (printedBefore.has(look)) return attemptIt()
    const first = await newLooks.run(async () => {
      if (judging.has(look) || faults.has(look)) return 'not now'
      return printedBefore.has(look) ? undefined : attemptIt()
    }, priority)
    return first ?? attemptIt()
  }

  async function attempt(printed: PrintedDocument): Promise<Attempt> {
    const look = printed.template.name
    try {
      const pdf = await print(printed)
      printedBefore.set(look, true)
      return pdf
    } catch (error) {
      if (error instanceof RangeError && printed.template.isOwn === true)
        throw new LookUnprintable(error.message, { cause: error })
      if (!(error instanceof DocumentTooHeavy || error instanceof PageLost)) throw error
      // Decides while its place is taken: the next in line must not try the same look meanwhile.
      return judging.has(look) ? 'not now' : { trial: judge(printed, error) }
    }
  }

  /** Blames only a look that fails where a plain document prints, not a machine too busy. */
  async function judge(printed: PrintedDocument, cause: Error): Promise<Uint8Array> {
    const look = printed.template.name
    log.warn({ err: cause, look }, 'the document is printed again, alone')
    const trial = tryOut(printed)
    judging.set(look, trial)
    try {
      const verdict = await trial
      if ('pdf' in verdict) return verdict.pdf
      faults.set(look, verdict.fault)
      throw new LookUnprintable(verdict.fault, { cause })
    } finally {
      judging.delete(look)
    }
  }

  /** Runs one trial at a time. */
  function tryOut(printed: PrintedDocument, { isInspected = false } = {}): Promise<Trial> {
    return trials.run(async () => tryAlone({ printed, plain: await plain(), isInspected }))
  }

  return { print: printWithLook, tryOut }
}
