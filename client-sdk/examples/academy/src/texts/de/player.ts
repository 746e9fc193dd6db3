import type { player as english } from '../en/player.ts'
import type { TextFormatter } from '../text-formatter.ts'

export const player: typeof english & Record<`error.${string}`, string> = {
  'lesson.course': 'Zum Kurs',
  'lesson.outline': 'Inhalt',
  'lesson.progress': 'Dein Fortschritt',
  'lesson.steps': 'Von Lektion zu Lektion',
  'lesson.previous': 'Zurück',
  'lesson.next': 'Weiter',
  'lesson.complete': 'Abschließen',
  'lesson.completeAndGoOn': 'Abschließen und weiter',
  'lesson.keys': 'Die Pfeiltasten ← → führen von Lektion zu Lektion.',
  'lesson.locked': 'Noch nicht offen',
  'lesson.locked.text': 'Diese Lektion öffnet sich, sobald das erledigt ist:',
  'lesson.notEnrolled': 'Teil des Kurses',
  'lesson.enrollFirst': 'Du kannst diese Lektion lesen, sobald du den Kurs belegst.',
  'lesson.preview':
    'Das ist eine Vorschau. Belege den Kurs, um weiterzulernen und deinen Fortschritt zu behalten.',
  'lesson.toCourse': 'Zum Kurs',
  'lesson.toCertificate': 'Abgeschlossen: dein Zertifikat',
  'lesson.openFile': 'Datei öffnen',
  'lesson.openLink': 'Seite öffnen',
  'lesson.ofProgram':
    'Dieser Schritt ist ein eigener Kurs. Er ist erledigt, sobald du diesen Kurs abgeschlossen hast.',
  'lesson.transcript': 'Mitschrift',
  'lesson.notWatched': ({
    watchedSeconds,
    neededSeconds,
  }: {
    watchedSeconds: number
    neededSeconds: number
  }) => `Sieh dir zuerst das Video an: bisher ${watchedSeconds} von ${neededSeconds} Sekunden.`,
  'quiz.rules': 'So geht es',
  'quiz.questions': ({ count }: { count: number }, f: TextFormatter) =>
    f.plural(count, { one: '1 Frage', other: `${count} Fragen` }),
  'quiz.pass': ({ percent, points }: { percent: string; points: number }) =>
    `Du bestehst mit ${percent} von ${points} Punkten`,
  'quiz.anyAttempts': 'Du kannst es beliebig oft versuchen',
  'quiz.attempts': ({ count }: { count: number }, f: TextFormatter) =>
    f.plural(count, { one: 'Du hast einen Versuch', other: `Du hast ${count} Versuche` }),
  'quiz.attemptsLeft': ({ count }: { count: number }, f: TextFormatter) =>
    f.plural(count, {
      '=0': 'Du hast keinen Versuch mehr.',
      one: 'Du hast noch 1 Versuch.',
      other: `Du hast noch ${count} Versuche.`,
    }),
  'quiz.cooldown': ({ minutes }: { minutes: string }) =>
    `Zwischen zwei Versuchen wartest du ${minutes}`,
  'quiz.timeLimit': ({ minutes }: { minutes: string }) => `Ab dem Start hast du ${minutes} Zeit`,
  'quiz.reveals.never': 'Du erfährst, ob du bestanden hast',
  'quiz.reveals.score': 'Du erfährst, wie viele Punkte du hast',
  'quiz.reveals.after-pass': 'Die richtigen Antworten siehst du, sobald du bestanden hast',
  'quiz.reveals.after-last-attempt':
    'Die richtigen Antworten siehst du nach deinem letzten Versuch',
  'quiz.nextAt': ({ instant }: { instant: string }) =>
    `Du kannst es ab ${instant} wieder versuchen.`,
  'quiz.start': 'Quiz starten',
  'quiz.again': 'Noch einmal versuchen',
  'quiz.points': ({ count }: { count: number }, f: TextFormatter) =>
    f.plural(count, { one: '1 Punkt', other: `${count} Punkte` }),
  'quiz.multiple': 'Wähle alles, was passt.',
  'quiz.number': 'Eine Zahl, etwa 12 oder 3,14.',
  'quiz.choose': 'Auswählen …',
  'quiz.moveUp': 'Nach oben',
  'quiz.moveDown': 'Nach unten',
  'quiz.movedTo': ({ place, count }: { place: number; count: number }) =>
    `Jetzt ${place} von ${count}`,
  'quiz.keepOrder': 'Diese Reihenfolge stimmt',
  'quiz.saved': 'Gespeichert',
  'quiz.waiting': 'Wird gespeichert …',
  'quiz.failed':
    'Noch nicht gespeichert. Es wird wieder versucht; deine Antworten bleiben auf diesem Gerät.',
  'quiz.notSaved':
    'Deine Antworten konnten nicht gespeichert werden. Prüfe deine Verbindung und gib dann noch einmal ab.',
  'quiz.timeLeft': 'Restzeit:',
  'quiz.minutesLeft': ({ count }: { count: number }, f: TextFormatter) =>
    f.plural(count, { one: 'Weniger als eine Minute', other: `Weniger als ${count} Minuten` }),
  'quiz.handIn': 'Abgeben',
  'quiz.handIn.title': 'Antworten abgeben?',
  'quiz.handIn.missing': ({ count }: { count: number }, f: TextFormatter) =>
    f.plural(count, {
      one: '1 Frage hat noch keine Antwort. Danach kannst du nichts mehr ändern.',
      other: `${count} Fragen haben noch keine Antwort. Danach kannst du nichts mehr ändern.`,
    }),
  'quiz.handIn.complete': 'Alle Fragen haben eine Antwort. Danach kannst du nichts mehr ändern.',
  'attempt.all': 'Deine Versuche',
  'attempt.number': ({ number }: { number: number }) => `Versuch ${number}`,
  'attempt.passed': 'Bestanden',
  'attempt.notPassed': 'Nicht bestanden',
  'attempt.waiting': 'Wird bewertet',
  'attempt.returned': 'Zurückgegeben',
  'attempt.passed.text': 'Du hast bestanden. Gut gemacht!',
  'attempt.notPassed.text': 'Diesmal hat es noch nicht gereicht.',
  'attempt.open.text': 'Dieser Versuch läuft noch.',
  'attempt.graded.text': 'Dieser Versuch ist bewertet.',
  'attempt.waiting.text': 'Ein Mensch bewertet es. Das Ergebnis siehst du dann hier.',
  'attempt.returned.text': 'Du hast es für einen weiteren Versuch zurückbekommen.',
  'attempt.points': ({ points, maxPoints }: { points: number; maxPoints: number }) =>
    `${points} von ${maxPoints} Punkten`,
  'attempt.comment': 'Von der Person, die bewertet hat:',
  'attempt.yours': 'Deine Antwort',
  'attempt.right': 'Richtige Antwort',
  'assignment.rules': 'Was zählt',
  'assignment.due': ({ instant }: { instant: string }) => `Fällig am ${instant}`,
  'assignment.late': 'Auch danach wird es angenommen und als verspätet gekennzeichnet',
  'assignment.person': 'Ein Mensch liest und bewertet es',
  'assignment.rubric': 'Worauf geachtet wird',
  'assignment.handIn': 'Abgeben',
  'assignment.again': 'Noch einmal abgeben',
  'quiz.handIn.done': 'Abgegeben.',
  'assignment.closed': 'Die Frist ist vorbei; es kann nicht mehr abgegeben werden.',
  'assignment.text': 'Dein Text',
  'assignment.markdown': 'Auf Wunsch in Markdown. Er bleibt auf diesem Gerät, bis du ihn abgibst.',
  'assignment.files': ({ count }: { count: number }, f: TextFormatter) =>
    f.plural(count, { one: 'Eine Datei', other: `Bis zu ${count} Dateien` }),
  'assignment.types': ({ types }: { types: string }) => `Von diesen Arten: ${types}`,
  'assignment.takeOut': ({ name }: { name: string }) => `${name} herausnehmen`,
  'assignment.wasLate': 'Verspätet',
  'grades.own': 'Deine Noten',
  'grades.none': 'In diesem Kurs wird nichts bewertet.',
  'grades.course': ({ grade }: { grade: string }) => `Note des Kurses: ${grade}`,
  'grades.accommodation': 'Du hast mehr Zeit oder Versuche als andere:',
  'grades.notTried': 'Noch nicht versucht',
}
