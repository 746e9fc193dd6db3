import { readFile, writeFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { toQuestions } from '../../../books/questions/foreign-question.ts'
import { isAiken, readAiken } from '../../../books/questions/read-aiken.ts'
import { readGift } from '../../../books/questions/read-gift.ts'
import { writeQuizText } from '../../../content/questions/write-quiz-text.ts'
import type { AuthoredCourseRow } from '../../../db/queries/courses/courses/authored-courses.ts'
import { slugOf } from '../../../lib/slug.ts'
import { decodeText } from '../../../lib/typed-text/decode-text.ts'
import type { Deps } from '../../../server/context.ts'
import {
  getRegrade,
  requestRegrade,
} from '../../../server/features/assessment/grades/request-regrade.ts'
import { regradeForAWhile } from '../../../server/features/assessment/grades/run-regrade.ts'
import {
  type Regrade,
  RegradeQuestionInput,
} from '../../../server/features/assessment/grades/schema.ts'
import { asRehearsed, type CautionOptions, confirm } from '../confirm.ts'
import { type CommandResult, printable, progress, said } from '../output.ts'
import { factsOf, readInput } from '../results.ts'
import { surroundings } from '../surroundings.ts'

interface ImportOptions {
  format: 'auto' | 'gift' | 'aiken'
  output?: string
  allowMissing?: true
}

/** Converts questions of another format to a quiz in Markdown. */
export async function importQuestions(
  file: string,
  { format, output, allowMissing }: ImportOptions,
): Promise<CommandResult> {
  const text = decodeText(await readFile(file))
  const isOfAiken = format === 'auto' ? isAiken(text) : format === 'aiken'
  const lesson = slugOf(basename(file, extname(file)))
  const foreign = isOfAiken ? readAiken(text) : readGift(text)
  const { questions, left } = toQuestions(foreign, lesson)
  const namesOfMissing = new Set(foreign.flatMap(({ missing = [] }) => missing))
  for (const { question, message } of left)
    progress(`${file}:${question.line}: this question is left out: it ${message}`)
  for (const name of namesOfMissing)
    progress(`${name} is not in ${file}: put it beside the quiz under this name`)
  const counts = { questions: questions.length, left: left.length }
  if (questions.length === 0 || (left.length > 0 && !allowMissing)) {
    const advice =
      left.length > 0 ? 'correct them, or leave them with --allow-missing' : 'none is there'
    return { ...said(counts, `No quiz is written: ${advice}.`), failed: true }
  }
  const quiz = writeQuizText('', [{ title: null, take: null, questions }], lesson)
  const written = `---\ntype: quiz\n---\n\n${quiz}\n`
  if (output === undefined) return { json: { ...counts, quiz: written }, text: written }
  // An existing file is not overwritten.
  await writeFile(output, written, { flag: 'wx' })
  return said(
    { ...counts, file: output },
    `${questions.length} ${questions.length === 1 ? 'question is' : 'questions are'} written to ${output}.`,
  )
}

/** Shows what a regrade changes, asks, and does it, with progress. */
export async function regradeQuestion(
  deps: Deps,
  { id: courseId, slug }: AuthoredCourseRow,
  key: string,
  { yes, dryRun, ...typed }: CautionOptions,
): Promise<CommandResult> {
  const input = readInput(RegradeQuestionInput, { ...typed, courseId, key })
  const expected = await whenDone(deps, { ...input, dryRun: true })
  if (dryRun) return asRehearsed({ json: expected, text: factsOf(expected.effect) })

  surroundings().stderr.write(printable(`Of ${expected.checkedAttempts} attempts:`))
  surroundings().stderr.write(`\n${factsOf(expected.effect)}`)
  if (!yes) await confirm(`This grades ${key} of ${slug} again.`, 'regrade')
  const done = await whenDone(deps, input)
  return { json: done, text: factsOf(done.effect) }
}

/** Regrades here, beside any server that does so too, until all attempts are done. */
async function whenDone(deps: Deps, input: RegradeQuestionInput): Promise<Regrade> {
  const { courseId } = input
  const reader = { ...deps, learners: 'school' } as const
  const { id: regradeId } = await requestRegrade(deps, input)
  while (!(await regradeForAWhile(deps, regradeId))) {
    const { checkedAttempts } = await getRegrade(reader, { courseId, regradeId })
    progress(`Looked at ${checkedAttempts} attempts`)
  }
  return getRegrade(reader, { courseId, regradeId })
}
