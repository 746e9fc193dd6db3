import { expect, test } from 'vitest'
import { readQuizText } from '../read-quiz-text.ts'
import { writeQuizText } from '../write-quiz-text.ts'
import { toQuestions } from './foreign-question.ts'
import { readAiken } from './read-aiken.ts'
import { readGift } from './read-gift.ts'

/** Written out as our own quiz, which reads the same again. */
function quizOf(foreign: ReturnType<typeof readGift>) {
  const { questions, left } = toQuestions(foreign, 'knots')
  const pools = [{ title: null, take: null, questions }]
  const text = writeQuizText('', pools, 'knots')
  if (questions.length > 0) expect(readQuizText(text, 'knots')).toMatchObject({ pools })
  return { text, left: left.map(({ question, message }) => `${question.line}: ${message}`) }
}

test('questions in GIFT become those of a quiz, with what their authors say about answers', () => {
  const gift = [
    '// Ours.',
    '$CATEGORY: ropes/ends',
    '',
    '::one::Which knot holds? {=Bowline #It keeps its loop. ~Slip knot #It slips. ####Pull it.}',
    '',
    'Which of them',
    'are loops? {~%50%Bowline ~%50%Figure eight ~%-100%Hitch}',
    '',
    'A hitch needs a post. {TRUE#Look again.#Yes.}',
    '',
    'A braid is {=Zopf =Flechte} of three.',
    '',
    'How many metres? {#=3.14:0.01 #Nearly pi.}',
    '',
    'Between? {#1..5}',
    '',
    'What is it for? {=Bowline -> A loop =Sheet bend -> Two ropes =Hitch -> A post}',
    '',
    'Write about ends. {}',
    '',
    '[markdown]What is `a\\=b\\{1\\}`? {=Code',
    '// Or not.',
    '~Cloth}',
  ].join('\n')
  const { text, left } = quizOf(readGift(gift))
  expect(left).toEqual([])
  expect(text).toBe(
    [
      '## Which knot holds?\n\n- [x] Bowline\n- [ ] Slip knot\n',
      '> Pull it.\n>\n> - Bowline: It keeps its loop.\n> - Slip knot: It slips.\n',
      '## Which of them are loops? {partial}\n',
      '- [x] Bowline\n- [x] Figure eight\n- [ ] Hitch\n',
      '## A hitch needs a post.\n\n- [x] True\n- [ ] False\n',
      '> - True: Yes.\n> - False: Look again.\n',
      '## A braid is _____ of three.\n\n= Zopf | Flechte\n',
      '## How many metres?\n\n= 3.14 ± 0.01\n\n> - 3.14: Nearly pi.\n',
      '## Between?\n\n= 1 … 5\n',
      '## What is it for?\n',
      '- Bowline => A loop\n- Sheet bend => Two ropes\n- Hitch => A post\n',
      '## Write about ends. {essay}\n',
      '## What is `a=b{1}`?\n\n- [x] Code\n- [ ] Cloth',
    ].join('\n'),
  )
})

test('what a quiz cannot hold of GIFT is named with its line, and nothing else is lost for it', () => {
  const gift = [
    'Half right? {=Yes ~%50%Nearly ~No}',
    '',
    'Only words.',
    '',
    'Not closed? {=Yes ~No',
    '~Perhaps',
    '',
    'Twice {=Yes ~Yes}',
    '',
    '[html]<b>Bold</b>? {=Yes ~No}',
    '',
    'Exact? {#3.1415926535897932385}',
    '',
    'Fine? {=Yes ~No}',
    '',
    'Fine? {=No ~Yes}',
    '',
    'Which one? {#1,000:0.5}',
    '',
    'Half? {#=.5 #Half}',
    '',
    'Exact? {#3.142}',
  ].join('\n')
  const { text, left } = quizOf(readGift(gift))
  expect(left).toEqual([
    '1: gives part of the points for an answer, which a quiz does not',
    '3: is a text that asks nothing',
    '6: is not GIFT: Expected "}" but end of input found.',
    '8: `options.1.text` stands there twice: remove one, or make them differ',
    '10: is written in HTML: write it in Markdown',
    '12: has a number of more digits than GIFT is read with: 15',
    '18: has the number 1,000, which may be 1000 or 1: write which',
    '20: has the number .5: write it as 0.5',
  ])
  expect(text.match(/^## .*$/gmu)).toEqual(['## Fine?', '## Fine? {#knots-fine-2}', '## Exact?'])
  expect(text).toContain('= 3.1420')
})

test('questions in Aiken become those of a quiz, and those without an answer are named', () => {
  const aiken = [
    'Which knot holds?',
    'A. Bowline',
    'B) Slip knot',
    'ANSWER: A',
    '',
    'Which slips?',
    'A. Bowline',
    'B. Slip knot',
    'ANSWER: C',
    '',
    'No answer?',
    'A. Yes',
    'B. No',
    'Lost?',
    'A.Bowline',
    'B. Slip knot',
    'ANSWER: B',
    'And the last?',
  ].join('\r\n')
  const { text, left } = quizOf(readAiken(aiken))
  expect(text).toBe('## Which knot holds?\n\n- [x] Bowline\n- [ ] Slip knot')
  expect(left).toEqual([
    '6: has no option C, which its ANSWER names',
    '11: has no line `ANSWER: …` below its options',
    '14: has no option A: write it as `A. …`',
    '18: has no line `ANSWER: …`',
  ])
})
