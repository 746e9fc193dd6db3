import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../base/root-route.ts'
import { requireSignIn } from '../session/session.ts'
import { loadTexts } from '../texts/texts.ts'
import { loadAllInputs } from '../ui/inputs/staff-inputs.ts'

/** Pages for authors, graders and teachers. */
const studio = createRoute({
  getParentRoute: () => rootRoute,
  path: 'studio',
  beforeLoad: async (context) => {
    await requireSignIn(context)
    // Authors try quizzes as learners do.
    await Promise.all([loadTexts('studio', 'staff', 'player', 'records'), loadAllInputs()])
  },
  component: lazyRouteComponent(() => import('./studio.tsx'), 'Studio'),
})

const courses = createRoute({
  getParentRoute: () => studio,
  path: '/',
  component: lazyRouteComponent(() => import('./courses/courses-page.tsx'), 'CoursesPage'),
})

const queue = createRoute({
  getParentRoute: () => studio,
  path: 'grading',
  component: lazyRouteComponent(() => import('./grading/queue-page.tsx'), 'QueuePage'),
})

const submission = createRoute({
  getParentRoute: () => studio,
  path: 'grading/$course/$submission',
  component: lazyRouteComponent(() => import('./grading/submission-page.tsx'), 'SubmissionPage'),
})

const course = createRoute({
  getParentRoute: () => studio,
  path: '$course',
  component: lazyRouteComponent(() => import('./courses/course-layout.tsx'), 'CourseLayout'),
})

function page<const Path extends string, Name extends string>(
  path: Path,
  load: () => Promise<Record<Name, () => React.ReactNode>>,
  name: Name,
) {
  const component = lazyRouteComponent(load, name)
  return createRoute({ getParentRoute: () => course, path, component })
}

const preview = () => import('./preview/preview-page.tsx')

const pages = [
  page('/', () => import('./outline/outline-page.tsx'), 'OutlinePage'),
  page('lesson/$key', () => import('./lessons/lesson-page.tsx'), 'LessonPage'),
  page('preview', preview, 'PreviewPage'),
  page('preview/$key', preview, 'PreviewPage'),
  page('files', () => import('./files/files-page.tsx'), 'FilesPage'),
  page('settings', () => import('./courses/settings-page.tsx'), 'SettingsPage'),
  page('source', () => import('./courses/source-page.tsx'), 'SourcePage'),
  page('publish', () => import('./publish/publish-page.tsx'), 'PublishPage'),
  page('versions', () => import('./versions/versions-page.tsx'), 'VersionsPage'),
  page('read', preview, 'PreviewPage'),
  page('versions/$number', preview, 'PreviewPage'),
  page('versions/$number/$key', preview, 'PreviewPage'),
  page('history', () => import('./versions/history-page.tsx'), 'HistoryPage'),
  page('members', () => import('./members/members-page.tsx'), 'MembersPage'),
  page('learners', () => import('./learners/learners-page.tsx'), 'LearnersPage'),
  page('learners/$user', () => import('./learners/learner-page.tsx'), 'LearnerPage'),
  page('stopped', () => import('./learners/stopped-page.tsx'), 'StoppedPage'),
  page('announcements', () => import('./learners/announcements-page.tsx'), 'AnnouncementsPage'),
  page('grading', () => import('./grading/grading-page.tsx'), 'GradingPage'),
  page('gradebook', () => import('./grading/gradebook-page.tsx'), 'GradebookPage'),
  page('threads', () => import('./threads/threads-page.tsx'), 'ThreadsPage'),
  page('flaws', () => import('./flaws/flaws-page.tsx'), 'FlawsPage'),
  page('flaws/$id', () => import('./flaws/flaw-page.tsx'), 'FlawPage'),
  page('questions', () => import('./questions/questions-page.tsx'), 'QuestionsPage'),
] as const

export const studioRoutes = studio.addChildren([
  courses,
  queue,
  submission,
  course.addChildren([...pages]),
])
