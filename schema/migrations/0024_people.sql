CREATE TABLE `invitation` (
	`code_hash` text PRIMARY KEY NOT NULL,
	`person_id` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`person_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `invitation_person_id_unique` ON `invitation` (`person_id`);
--> statement-breakpoint
CREATE INDEX `invitation_by_expiry` ON `invitation` (`expires_at`);
--> statement-breakpoint
CREATE TABLE `passkey` (
	`credential_id` text PRIMARY KEY NOT NULL,
	`person_id` integer NOT NULL,
	`algorithm` integer NOT NULL,
	`public_key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`person_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `passkey_of_person` ON `passkey` (`person_id`);
--> statement-breakpoint
CREATE TABLE `person` (
	`person_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`person_name` text NOT NULL,
	`person_kind` text NOT NULL,
	`last_seen_at` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "person_kind_known" CHECK("person"."person_kind" IN ('person', 'desk'))
) STRICT;
--> statement-breakpoint
CREATE TABLE `person_role` (
	`person_id` integer NOT NULL,
	`customer_id` integer NOT NULL,
	`role` text NOT NULL,
	PRIMARY KEY(`person_id`, `customer_id`),
	FOREIGN KEY (`person_id`) REFERENCES `person`(`person_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "person_role_known" CHECK("person_role"."role" IN ('owner', 'manager', 'frontdesk')),
	CONSTRAINT "person_role_of_owner" CHECK(("person_role"."role" = 'owner') = ("person_role"."customer_id" = 0))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `person_role_of_customer` ON `person_role` (`customer_id`,`person_id`);
--> statement-breakpoint
CREATE TABLE `session` (
	`session_hash` text PRIMARY KEY NOT NULL,
	`person_id` integer NOT NULL,
	`signed_in_at` integer NOT NULL,
	`active_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `person`(`person_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `session_of_person` ON `session` (`person_id`);
--> statement-breakpoint
CREATE INDEX `session_by_end` ON `session` (`ends_at`);
--> statement-breakpoint
CREATE TABLE `used_challenge` (
	`challenge_hash` text PRIMARY KEY NOT NULL,
	`used_for` text NOT NULL,
	`expires_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `used_challenge_by_expiry` ON `used_challenge` (`expires_at`);
--> statement-breakpoint
ALTER TABLE `audit` ADD `by` text DEFAULT 'admin' NOT NULL;
--> statement-breakpoint
ANALYZE customer;
--> statement-breakpoint
DELETE FROM sqlite_stat1;
--> statement-breakpoint
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
	('activity', 'activity', '1000000 100000 1'),
	('activity_booking', 'activity_booking', '1000000 100000 1000 1'),
	('activity_rate', 'activity_rate', '1000000 100000 1000 10 1'),
	('activity_slot', 'activity_slot', '1000000 100000 1000 10 1'),
	('application', 'application_of_customer', '1000000 100000 1000 10'),
	('channel_property', 'channel_property', '1000000 100000 1'),
	('channel_rate_plan', 'channel_rate_plan_of_rate', '1000000 100000 1000'),
	('channel_rate_plan', 'channel_rate_plan', '1000000 100000 1000 1'),
	('channel_room', 'channel_room_of_type', '1000000 100000 1000'),
	('channel_room', 'channel_room', '1000000 100000 1000 1'),
	('closure', 'closure_by_identity', '1000000 100000 1'),
	('closure', 'closure_by_start', '1000000 100000 1000'),
	('closure', 'closure_of_room', '1000000 100000 1000 10'),
	('closure', 'closure', '1000000 100000 1'),
	('correspondence', 'correspondence', '1000000 100000 1000 1'),
	('employee', 'employee', '1000000 100000 1'),
	('event', 'event_of_reservation', '1000000 100000 1000'),
	('event', 'event', '1000000 100000 1'),
	('fetch_message', 'fetch_message_by_hotel', '1000000 100000 1000 10 10'),
	('fetch_message', 'fetch_message_of_reservation', '1000000 100000 1000'),
	('fetch_message', 'fetch_message', '1000000 100000 1'),
	('guest', 'guest', '1000000 100000 1'),
	('hold', 'hold', '1000000 100000 1'),
	('idempotency', 'idempotency_of_change', '1000000 100000 1000'),
	('idempotency', 'idempotency', '1000000 100000 1'),
	('inventory_item', 'inventory_item_by_number', '1000000 100000 1000'),
	('inventory_item', 'inventory_item', '1000000 100000 1'),
	('inventory_location', 'inventory_location', '1000000 100000 1'),
	('itinerary_link', 'itinerary_link', '1000000 100000 1'),
	('location', 'location', '1000000 100000 1'),
	('payment', 'payment_once', '1000000 100000 1000 1'),
	('payment', 'payment', '1000000 100000 1000 1'),
	('person_role', 'person_role_of_customer', '1000000 100000 1000'),
	('plan_month', 'plan_month', '1000000 100000 1000 10 10 1'),
	('property', 'property', '1000000 100000 1'),
	('rate_plan', 'rate_plan_of_property', '1000000 100000 1000'),
	('rate_plan', 'rate_plan', '1000000 100000 1'),
	('reservation', 'reservation_by_arrival', '1000000 100000 1000'),
	('reservation', 'reservation_by_change', '1000000 100000 1'),
	('reservation', 'reservation_by_departure', '1000000 100000 1000'),
	('reservation', 'reservation_by_hotel', '1000000 100000 1000'),
	('reservation', 'reservation_by_identity', '1000000 100000 1'),
	('reservation', 'reservation_by_status', '1000000 100000 1000'),
	('reservation', 'reservation_by_status_change', '1000000 100000 1000 10'),
	('reservation', 'reservation', '1000000 100000 1'),
	('reservation_hotel', 'reservation_hotel_by_hotel', '1000000 100000 1000'),
	('reservation_hotel', 'reservation_hotel', '1000000 100000 1000 1'),
	('resource', 'resource', '1000000 100000 1'),
	('room', 'room_in_location', '1000000 100000 1000'),
	('room', 'room_of_type', '1000000 100000 1000'),
	('room', 'room', '1000000 100000 1'),
	('room_day', 'room_day', '1000000 100000 1000 10 1'),
	('room_night', 'room_night', '1000000 100000 1000 1'),
	('room_rate', 'room_rate', '1000000 100000 1000 10 1'),
	('room_stay', 'room_stay_of_room', '1000000 100000 1000'),
	('room_stay', 'room_stay', '1000000 100000 1000 1'),
	('room_type', 'room_type_of_property', '1000000 100000 1000'),
	('room_type', 'room_type', '1000000 100000 1'),
	('sale', 'sale_by_identity', '1000000 100000 1'),
	('sale', 'sale_of_reservation', '1000000 100000 1000'),
	('sale', 'sale', '1000000 100000 1'),
	('sale_item', 'sale_item_of_stock', '1000000 100000 1000 10'),
	('sale_item', 'sale_item', '1000000 100000 1000 1'),
	('sale_payment', 'sale_payment', '1000000 100000 1'),
	('stock', 'stock', '1000000 100000 1000 1'),
	('stock', 'stock_at_location', '1000000 100000 1000'),
	('webhook_delivery', 'webhook_delivery', '1000000 100000 1000 1'),
	('webhook_delivery', 'webhook_delivery_unfinished', '1000000 100000 1000 10 10 10'),
	('webhook_endpoint', 'webhook_endpoint', '1000000 100000 1'),
	('webhook_identity', 'webhook_identity', '1000000 100000 1');
--> statement-breakpoint
ANALYZE sqlite_schema;
