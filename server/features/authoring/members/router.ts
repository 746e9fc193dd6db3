import { memberProcedure, router } from '../../../trpc.ts'
import { withProof } from '../../platform/proof/with-proof.ts'
import { addMember } from './add-member.ts'
import { listMembers } from './list-members.ts'
import { removeMember } from './remove-member.ts'
import * as schema from './schema.ts'

export const membersRouter = router({
  list: memberProcedure('read')
    .meta({
      route: 'GET /api/v1/authoring/courses/{courseId}/members',
      summary: 'List who works on a course',
    })
    .input(schema.ListMembersInput)
    .output(schema.MemberList)
    .query(({ ctx, input }) => listMembers(ctx, input)),

  add: memberProcedure('own')
    .meta({
      route: 'POST /api/v1/authoring/courses/{courseId}/members',
      summary: 'Add a member, or change the role of one',
      description: 'The user gets a mail.',
      status: 201,
      statusWhenExisting: 200,
      errors: ['UserNotFound', 'CohortNotFound', 'LastOwner'],
      limits: ['membersAddedPerAccount', 'schoolMailsPerAccount'],
      proof: true,
      repeatable: true,
    })
    .input(schema.AddMemberInput)
    .output(schema.Member)
    .mutation(({ ctx, input }) => withProof(ctx, input, (ctx) => addMember(ctx, input))),

  remove: memberProcedure('belong')
    .meta({
      route: 'DELETE /api/v1/authoring/courses/{courseId}/members/{userId}',
      summary: 'Remove a member, or leave the course',
      description: 'Owners and administrators remove anyone; every member may leave.',
      errors: ['MemberNotFound', 'LastOwner'],
    })
    .input(schema.RemoveMemberInput)
    .output(schema.RemovedMember)
    .mutation(({ ctx, input }) => removeMember(ctx, input)),
})
