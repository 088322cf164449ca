import type * as z from 'zod'
import type { StoredMoveProgress } from '../../schema/tables/control'
import { CustomerPath, MoveProgress, Move as MoveRequest } from '../../schema/wire/admin'
import { findCustomer } from '../db/customer-directory'
import { scopeOf } from '../db/scope'
import { type MoveStep, nextStep, type Tenancy } from '../domain/customer/move'
import { Refusal, refuse } from '../errors'
import { endpoint, success } from '../http/endpoint'
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
} from '../store/customer/move'
import { moveObstacle, readSchema, tablesIn, versionOf } from '../store/customer/move-schema'
import { changeDirectory, findTenancy } from '../store/customer/tenancy'
import { auditEntry } from './audit-entry'

export const moveCustomer = endpoint(
  {
    method: 'POST',
    path: '/admin/customers/{clientId}/move',
    summary: 'Moves a customer to another database, one step a call.',
    description:
      'Until all is copied and compared the customer is read where it was, and whatever would write is 503 with Retry-After. ' +
      'The same again goes on from wherever the move was left; `npm run move-customer` does that. Named the database where the customer still is, it gives the move up.',
    auth: 'admin',
    example: { params: { clientId: 7 }, body: { to: 0 } },
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
    const home = await findCustomer(call.db, clientId)
    if (!home) return refuse('NOT_FOUND', 'clientId: there is no such customer')

    const { shard, otherShard } = home
    const scope = scopeOf(clientId, shard)
    const word = (of: number) => findTenancy(call.shards.at(of), scope)
    const [own, known] = await Promise.all([word(shard), otherShard === null ? undefined : word(otherShard)])
    const step = nextStep({ shard, own, otherShard, other: known }, to)
    if (step instanceof Refusal) return step
    if (!own || step === 'done') return success({ clientId, shard, to, state: 'done', done: true })

    const { rows, checksum } = known?.progress ?? {}
    const act = auditEntry(call, `customer.${step}`, clientId, { from: shard, to, rows, checksum })
    const away = { shard, otherShard: otherShard ?? to }
    const numbers = [shard, away.otherShard]
    const schemas = await Promise.all(
      numbers.map(async each => [each, await readSchema(call.shards.at(each))] as const),
    )
    const [, schema] = schemas[0] as (typeof schemas)[number]
    const wrong = handlesRows(step, known) ? moveObstacle(schemas) : undefined
    if (wrong) return refuse('INVALID_TRANSITION', `to: ${wrong}; nothing was changed`)
    if (otherShard === null) await changeDirectory(call.db, scope, home, away, act)
    const move: Move = {
      scope,
      control: call.db,
      home: away,
      ownDb: call.shards.at(shard),
      otherDb: call.shards.at(away.otherShard),
      own,
      other: otherShard === null ? await word(to) : known,
      tables: tablesIn(schema),
      version: versionOf(schema),
      act,
    }
    if (isOutdated(move, step)) {
      await restartMove(move)
      return success({ clientId, shard, to, state: 'clearing', done: false })
    }
    const told = await STEPS[step](move)
    if (told instanceof Refusal) return told
    return success({
      clientId,
      shard: told.state === 'switched' ? away.otherShard : shard,
      to,
      ...told,
      done: told.state === 'done',
    })
  },
)

/** Whether a step copies, compares or deletes rows, or lets a copy serve: not giving up, and not what is decided already. */
const handlesRows = (step: MoveStep, other: Tenancy | undefined) =>
  step !== 'abandon' && !(step === 'switch' && other?.state === 'serving')

/** Whether a migration was applied since the copy began: what it added may not be in the copy. */
const isOutdated = ({ other, version }: Move, step: MoveStep) =>
  (step === 'copy' || step === 'compare' || step === 'switch') &&
  other?.state === 'arriving' &&
  other.progress?.version !== version

type Told = Omit<z.input<typeof MoveProgress>, 'clientId' | 'shard' | 'to' | 'done'>

const far = ({ stage, table, rows, total, checksum }: StoredMoveProgress): Told => ({
  state: stage === 'copy' ? 'copying' : 'comparing',
  table,
  rows,
  total,
  ...(checksum && { checksum }),
})

/** What each step does, and how far the move has come with it. */
const STEPS: Record<Exclude<MoveStep, 'done'>, (move: Move) => Promise<Told | Refusal<'INVALID_TRANSITION'>>> = {
  depart: async move => {
    const progress = await startMove(move)
    return progress ? far(progress) : { state: 'clearing' }
  },
  copy: async move => far(await copyPage(move, progressOf(move))),
  compare: async move => {
    const compared = await comparePage(move, progressOf(move))
    if ('stage' in compared) return far(compared)
    return refuse(
      'INVALID_TRANSITION',
      `clientId: the copy of ${compared.table} is not what it is a copy of; nothing was switched. Move to ${move.home.shard} to give it up`,
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

/** Steps that need it are taken only where there is one. */
const progressOf = ({ other }: Move) => other?.progress as StoredMoveProgress
