import { quiz } from '../../content/lessons/quiz.ts'
import { findReferences } from '../../content/markdown/references.ts'
import { htmlToMarkdown } from '../html/html-to-markdown.ts'
import { changeTexts, toQuestions } from '../questions/foreign-question.ts'
import { mistake } from '../reading/course-folder-error.ts'
import { findUnsafeLinks } from '../reading/lesson-markdown.ts'
import { resolveTargets, type TargetScope } from '../reading/page-targets.ts'
import type { Page, PageQuestion } from '../reading/types.ts'

type QuizScope = TargetScope & { showsHtml: boolean }

/**
 * Returns the quiz of a page with questions, converted as the page is, whatever the format. Reports
 * what no quiz can hold, once for each place.
 */
export async function quizOf(
  page: Page,
  key: string,
  scope: QuizScope,
): Promise<Pick<Page, 'type' | 'details'>> {
  const asked: PageQuestion[] = []
  for (const question of page.questions ?? []) asked.push(await asPage(question, page, scope))
  const { questions, left } = toQuestions(asked, key)
  for (const { question, message } of left)
    scope.notes.warnings.push({
      file: question.file,
      line: question.line,
      message: `this question is left out: it ${message}`,
    })
  if (questions.length === 0) return {}
  const { data, error } = quiz.own.written.safeParse({ pools: [{ questions }] })
  if (data === undefined)
    throw mistake(page.file, 0, `the questions of this page ${error.issues[0]?.message}`)
  return { type: 'quiz', details: { quiz: data } }
}

/** Resolves its links and pictures relative to the page that shows it. */
async function asPage(question: PageQuestion, page: Page, scope: QuizScope): Promise<PageQuestion> {
  const { file, line } = question
  const { notes, showsHtml } = scope
  const texts = new Map<string, string>()
  const plain = changeTexts(question, (markdown) => {
    const { text, notShown } = htmlToMarkdown(markdown, { showsHtml })
    for (const { message } of notShown) notes.warnings.push({ file, line, message })
    for (const { message } of findUnsafeLinks(file, { body: text }))
      notes.add({ file, line, message })
    texts.set(text, text)
    return text
  })
  for (const text of texts.keys()) {
    const references = findReferences(text).map((reference) => ({ ...reference, file, line }))
    texts.set(text, await resolveTargets(scope, page.file, { content: text, references }))
  }
  return changeTexts(plain, (text) => texts.get(text) ?? text)
}
