import { type SQL, sql } from 'drizzle-orm'
import { ConstraintViolation } from '../../db/errors'

/** Whether the directory has the customer. A deleted customer keeps its row there. */
export const isNotDeleted = (customer: number): SQL =>
  sql`EXISTS (SELECT 1 FROM customer_directory WHERE customer_id = ${customer} AND deleted_at IS NULL)`

/** Whether a credential was refused because there is no such customer, or because it was deleted. */
export const isUnknownCustomer = (error: unknown) =>
  error instanceof ConstraintViolation && (error.constraint === 'FOREIGN KEY' || error.constraint === 'audit.subject')
