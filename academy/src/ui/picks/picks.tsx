import { lazy, Suspense } from 'react'
import type { OwnField } from '../forms/own-field.ts'
import type { SourceName } from './sources.ts'

const Picker = lazy(async () => ({ default: (await import('./picker.tsx')).PickerField }))

/** It loads when it is shown; until then, the form has its value. */
const pick =
  (source: SourceName): OwnField =>
  (props) => (
    <Suspense fallback={<input type="hidden" name={props.name} value={props.value} />}>
      <Picker {...props} pick={source} />
    </Suspense>
  )

/** What fields let choose in place of typing what names it. */
export const picks = {
  person: pick('person'),
  personEmail: pick('personEmail'),
  learner: pick('learner'),
  invited: pick('invited'),
  course: pick('course'),
  courseSlug: pick('courseSlug'),
  cohort: pick('cohort'),
  coupon: pick('coupon'),
  language: pick('language'),
  category: pick('category'),
}

/** What the fields of operations with these names let choose. */
export const picksByName = {
  user: picks.person,
  userId: picks.learner,
  course: picks.course,
  courseId: picks.course,
  courseIds: picks.course,
  courses: picks.course,
  requires: picks.courseSlug,
  cohort: picks.cohort,
  cohorts: picks.cohort,
  language: picks.language,
  categories: picks.category,
}
