ALTER TABLE `person` ADD `pin_hash` text;
--> statement-breakpoint
ALTER TABLE `person` ADD `pin_failures` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE `person` ADD `email` text;
--> statement-breakpoint
CREATE UNIQUE INDEX `person_by_email` ON `person` (`email`);
--> statement-breakpoint
ALTER TABLE `session` ADD `unlocked_by` integer;
--> statement-breakpoint
ALTER TABLE `session` ADD `unlocked_with` text;
--> statement-breakpoint
ALTER TABLE `session` ADD `unlocked_until` integer;
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
