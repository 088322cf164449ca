import type * as z from 'zod'
import type { StoredMoveProgress } from '../../schema/tables/control'
import { CustomerPath, MoveProgress, Move as MoveRequest } from '../../schema/wire/admin'
import { findCustomer } from '../db/customer-directory'
import { scopeOf } from '../db/scope'
import { type MoveStep, moveProgressOf, nextStep } from '../domain/customer/move'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
import type { Tenancy } from '../store/customer/columns'
import { changeDirectory, findTenancy } from '../store/customer/tenancy'
import {
  abandonMove,
  clearPage,
  comparePage,
  copyPage,
  finishMove,
  type Move,
  restartMove,
  startMove,
  switchOver,
} from '../store/move/move'
import { moveObstacle, readSchema, tablesIn, versionOf } from '../store/move/move-schema'
import { auditEntry } from './audit-entry'
import { CUSTOMER_7 } from './customer-state-record'

export const moveCustomer = endpoint(
  {
    method: 'POST',
    path: '/admin/customers/{clientId}/move',
    operationId: 'moveCustomer',
    summary: 'Moves a customer to another database, one step per request.',
    description:
      'Repeat the request until `done` is true; each request continues the move. `npm run move-customer` does that. Reads ' +
      'use the old database until all rows are copied and compared. Until then writes are 503 with `Retry-After`. To abort ' +
      'a move, send the number of the current database.',
    auth: 'admin',
    example: {
      name: 'Move',
      needs: CUSTOMER_7,
      params: { clientId: '7' },
      body: { to: 0 },
      response: { clientId: 7, shard: 0, to: 0, state: 'done', done: true },
    },
    params: CustomerPath,
    body: MoveRequest,
    response: MoveProgress,
    errors: ['NOT_FOUND', 'INVALID_FIELD', 'INVALID_TRANSITION'],
  },
  async call => {
    const { clientId } = call.params
    const { to } = call.body
    const { count } = call.shards
    if (to >= count) return refuse('INVALID_FIELD', `to: expected the number of a database, from 0 to ${count - 1}`)
    const directoryEntry = await findCustomer(call.db, clientId)
    if (!directoryEntry) return refuse('NOT_FOUND', 'clientId: there is no such customer')

    const { shard, otherShard } = directoryEntry
    const scope = scopeOf(clientId, shard, 'admin')
    call.log.scope = scope
    const tenancyIn = (database: number) => findTenancy(call.shards.at(database), scope)
    const [own, other] = await Promise.all([tenancyIn(shard), otherShard === null ? undefined : tenancyIn(otherShard)])
    const step = nextStep({ shard, own, otherShard, other }, to)
    if (step instanceof Refusal) return step
    if (!own || step === 'done') return success({ clientId, shard, to, state: 'done', done: true })

    const { rows, checksum } = moveProgressOf(other) ?? {}
    const act = auditEntry(call, `customer.${step}`, clientId, { from: shard, to, rows, checksum })
    const movingEntry = { shard, otherShard: otherShard ?? to }
    const schemas = await Promise.all(
      [shard, movingEntry.otherShard].map(
        async database => [database, await readSchema(call.shards.at(database))] as const,
      ),
    )
    const [, schema] = schemas[0] as (typeof schemas)[number]
    const obstacle = handlesRows(step, other) ? moveObstacle(schemas) : undefined
    if (obstacle) return refuse('INVALID_TRANSITION', `to: ${obstacle}; nothing was changed`)
    if (otherShard === null) await changeDirectory(call.db, scope, { from: directoryEntry, to: movingEntry, act })
    const move: Move = {
      scope,
      control: call.db,
      directoryEntry: movingEntry,
      ownDb: call.shards.at(shard),
      otherDb: call.shards.at(movingEntry.otherShard),
      own,
      other: otherShard === null ? await tenancyIn(to) : other,
      tables: tablesIn(schema),
      version: versionOf(schema),
      act,
    }
    if (isOutdated(move, step)) {
      await restartMove(move)
      return success({ clientId, shard, to, state: 'clearing', done: false })
    }
    const progress = await STEPS[step](move)
    if (progress instanceof Refusal) return progress
    return success({
      clientId,
      shard: progress.state === 'switched' ? movingEntry.otherShard : shard,
      to,
      ...progress,
      done: progress.state === 'done',
    })
  },
)

/**
 * Whether a step needs equal schemas: it copies, compares or deletes rows, or switches to the copy. Abandoning a move and a
 * switch that was already made do not.
 */
const handlesRows = (step: MoveStep, other: Tenancy | undefined) =>
  step !== 'abandon' && !(step === 'switch' && other?.state === 'serving')

/** Whether a migration was applied since the copy began. The copy may then lack what the migration added. */
const isOutdated = ({ other, version }: Move, step: MoveStep) =>
  (step === 'copy' || step === 'compare' || step === 'switch') &&
  other?.state === 'arriving' &&
  moveProgressOf(other)?.version !== version

type Progress = Omit<z.input<typeof MoveProgress>, 'clientId' | 'shard' | 'to' | 'done'>

const progressResponse = ({ stage, table, rows, total, checksum }: StoredMoveProgress): Progress => ({
  state: stage === 'copy' ? 'copying' : 'comparing',
  table,
  rows,
  total,
  ...(checksum && { checksum }),
})

/** Carries out a step and returns the progress of the move. */
const STEPS: Record<Exclude<MoveStep, 'done'>, (move: Move) => Promise<Progress | Refusal<'INVALID_TRANSITION'>>> = {
  depart: async move => {
    const progress = await startMove(move)
    return progress ? progressResponse(progress) : { state: 'clearing' }
  },
  copy: async move => progressResponse(await copyPage(move, progressOf(move))),
  compare: async move => {
    const compared = await comparePage(move, progressOf(move))
    if ('stage' in compared) return progressResponse(compared)
    return refuse(
      'INVALID_TRANSITION',
      `clientId: the copy of ${compared.table} is not what it is a copy of; nothing was switched. Move to ${move.directoryEntry.shard} to give it up`,
    )
  },
  switch: async move => {
    await switchOver(move)
    return { state: 'switched' }
  },
  abandon: async move => {
    await abandonMove(move)
    return { state: 'deleting' }
  },
  clear: async move => {
    if (move.other && !(await clearPage(move))) return { state: 'deleting' }
    await finishMove(move)
    return { state: 'done' }
  },
}

/** `nextStep` chooses steps that need it only if there is progress. */
const progressOf = ({ other }: Move) => moveProgressOf(other) as StoredMoveProgress
