import { type Account, administrator, newLearner } from './school.ts'

const slug = 'building-a-course-player'
const accounts = { nobody: async () => undefined, learner: newLearner, admin: administrator }
export type Who = keyof typeof accounts

/** Shares one account among all pages: each only reads. */
export const accountOf = kept<Who, Account | undefined>((who) => accounts[who]())

/** The id for a word in capitals in an address; what it is the id of is made when first asked. */
const idOf = kept<string, string>(async (name) => {
  const [admin, learner] = await Promise.all([accountOf('admin'), accountOf('learner')])
  if (admin === undefined || learner === undefined) throw new Error('Nobody is signed in.')
  const course = await admin.lyceum.courses.get.query({ idOrSlug: slug })
  const lessons = course.sections.flatMap((section) => section.lessons)
  switch (name) {
    case 'KEY':
      return lessons[0]?.key ?? ''
    case 'LEARNER':
      await admin.lyceum.learners.enroll.mutate({ user: learner.id, courseId: course.id })
      return learner.id
    case 'COHORT': {
      const cohort = { name: `Class of ${process.pid}` }
      const { id: cohortId } = await admin.lyceum.admin.cohorts.create.mutate(cohort)
      const { id: user } = await newLearner()
      await admin.lyceum.admin.cohorts.addCourse.mutate({ cohortId, course: slug })
      await admin.lyceum.admin.cohorts.addMember.mutate({ cohortId, user })
      return cohortId
    }
    case 'TRANSACTION': {
      const buyer = await newLearner()
      const bought = await buyer.lyceum.transactions.create.mutate({ courseIds: [course.id] })
      await fetch(`${bought.checkoutUrl}/pay`, { method: 'POST' })
      return bought.id
    }
    case 'WEBHOOK': {
      const url = 'https://hooks.example.com/a-long-address-of-a-receiver'
      return (await admin.lyceum.admin.webhooks.create.mutate({ url, password: admin.password })).id
    }
    case 'SUBMISSION': {
      await idOf('LEARNER')
      const lessonId = lessons.find(({ type }) => type === 'assignment')?.id ?? ''
      const text = 'My player keeps the position, and sends it later.'
      return (await learner.lyceum.submissions.create.mutate({ lessonId, text })).id
    }
    default:
      return course.id
  }
})

/** Replaces the words in capitals with ids. */
export async function addressOf(path: string): Promise<string> {
  const [name] = path.match(/[A-Z]{3,}/) ?? []
  return name === undefined ? path : addressOf(path.replace(name, await idOf(name)))
}

/** Memoizes a function by name. */
function kept<Name, Thing>(make: (name: Name) => Promise<Thing>): typeof make {
  const known = new Map<Name, Promise<Thing>>()
  return (name) => {
    const thing = known.get(name) ?? make(name)
    known.set(name, thing)
    return thing
  }
}
