export const courseKinds = ['course', 'program'] as const
export type CourseKind = (typeof courseKinds)[number]

/** Whether learners find a course; an archived one keeps its learners. */
export const courseStatuses = ['draft', 'published', 'archived'] as const
export type CourseStatus = (typeof courseStatuses)[number]

/** The extent of a version's changes: `first` marks the first version. */
export const versionKinds = ['first', 'terms', 'minor', 'major'] as const

/** How a regrade treats answers to a changed question. */
export const regradePolicies = ['recompute', 'accept-both', 'full-points', 'drop'] as const
export type RegradePolicy = (typeof regradePolicies)[number]

/** The roles of those who work on a course. */
export const memberRoles = ['owner', 'author', 'reviewer', 'grader', 'teacher'] as const

/** Whether certificates say the grade; null: they do not. */
export const courseGrades = ['printed'] as const

/** Whether lessons open one after the other; null: in any order. */
export const courseOrders = ['sequence'] as const

export const courseLevels = ['beginner', 'intermediate', 'advanced'] as const
export type CourseLevel = (typeof courseLevels)[number]
