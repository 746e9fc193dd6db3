export const courseKinds = ['course', 'program'] as const
export type CourseKind = (typeof courseKinds)[number]

/** Whether learners find it; archived ones keep theirs. */
export const courseStatuses = ['draft', 'published', 'archived'] as const
export type CourseStatus = (typeof courseStatuses)[number]

/** Where its content is written: over the API, or in a folder that is imported. */
export const courseManagers = ['http', 'folder'] as const
export type CourseManager = (typeof courseManagers)[number]

/** How a video is completed: by the word of the learner, or by having watched it. */
export const honestyRules = ['none', 'watched'] as const
export type HonestyRule = (typeof honestyRules)[number]

/** What becomes of HTML in its texts. */
export const htmlRules = ['none', 'basic'] as const
export type HtmlRule = (typeof htmlRules)[number]

/** What a version changed: `first` is the first one. */
export const versionKinds = ['first', 'terms', 'minor', 'major'] as const

/** What a regrade does with answers to a question that was changed. */
export const regradePolicies = ['recompute', 'accept-both', 'full-points', 'drop'] as const
export type RegradePolicy = (typeof regradePolicies)[number]

/** The roles of those who work on it. */
export const memberRoles = ['owner', 'author', 'reviewer', 'grader', 'teacher'] as const

/** Whether certificates say the grade; null: they do not. */
export const courseGrades = ['printed'] as const

/** Whether lessons open one after the other; null: in any order. */
export const courseOrders = ['sequence'] as const

export const courseLevels = ['beginner', 'intermediate', 'advanced'] as const
export type CourseLevel = (typeof courseLevels)[number]
