/** Whether certificates say the grade; null: they do not. */
export const courseGrades = ['printed'] as const

/** Whether lessons open one after the other; null: in any order. */
export const courseOrders = ['sequence'] as const

export const courseLevels = ['beginner', 'intermediate', 'advanced'] as const
export type CourseLevel = (typeof courseLevels)[number]
