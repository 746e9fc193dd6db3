import type { AuthoredCourse, CourseAbility } from '@lyceum/sdk'

const tabs = [
  ['', 'outline', 'read'],
  ['/read', 'read', 'readContent'],
  ['/files', 'files', 'read'],
  ['/settings', 'settings', 'own'],
  ['/source', 'source', 'own'],
  ['/publish', 'publish', 'read'],
  ['/versions', 'versions', 'read'],
  ['/history', 'history', 'read'],
  ['/members', 'members', 'read'],
  ['/learners', 'learners', 'readLearners'],
  ['/announcements', 'announcements', 'readLearners'],
  ['/grading', 'grading', 'readGrades'],
  ['/gradebook', 'gradebook', 'readGrades'],
  ['/threads', 'threads', 'answer'],
  ['/questions', 'questions', 'readQuestions'],
  ['/flaws', 'flaws', 'read'],
] as const satisfies [path: string, text: string, needs: CourseAbility][]

/** Returns the pages of a course that the reader may open. */
export const tabsOf = ({ abilities }: Pick<AuthoredCourse, 'abilities'>) =>
  tabs
    .filter(([, , needs]) => abilities.includes(needs))
    // Whoever sees the draft reads the course there.
    .filter(([, text]) => text !== 'read' || !abilities.includes('read'))
