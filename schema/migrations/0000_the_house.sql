CREATE TABLE `activity` (
	`customer_id` integer NOT NULL,
	`activity_id` integer NOT NULL,
	`activity_name` text NOT NULL,
	`schedule_type` text DEFAULT '' NOT NULL,
	`capacity` integer,
	PRIMARY KEY(`customer_id`, `activity_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "activity_capacity_positive" CHECK("activity"."capacity" >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `activity_slot` (
	`customer_id` integer NOT NULL,
	`activity_id` integer NOT NULL,
	`slot_date` text NOT NULL,
	`slot_time` text NOT NULL,
	`slot_capacity` integer,
	`booked` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `activity_id`, `slot_date`, `slot_time`),
	FOREIGN KEY (`customer_id`,`activity_id`) REFERENCES `activity`(`customer_id`,`activity_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "slot_within_capacity" CHECK("activity_slot"."booked" <= "activity_slot"."slot_capacity"),
	CONSTRAINT "slot_not_negative" CHECK("activity_slot"."booked" >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `channel_property` (
	`customer_id` integer NOT NULL,
	`hotel_id` text NOT NULL,
	`document` text NOT NULL,
	PRIMARY KEY(`customer_id`, `hotel_id`),
	FOREIGN KEY (`customer_id`,`hotel_id`) REFERENCES `property`(`customer_id`,`hotel_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `channel_rate_plan` (
	`customer_id` integer NOT NULL,
	`hotel_id` text NOT NULL,
	`channel_rate_plan_id` text NOT NULL,
	`rate_id` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`document` text NOT NULL,
	PRIMARY KEY(`customer_id`, `hotel_id`, `channel_rate_plan_id`),
	FOREIGN KEY (`customer_id`,`hotel_id`) REFERENCES `property`(`customer_id`,`hotel_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`rate_id`) REFERENCES `rate_plan`(`customer_id`,`rate_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `channel_rate_plan_of_rate` ON `channel_rate_plan` (`customer_id`,`rate_id`);--> statement-breakpoint
CREATE TABLE `channel_room` (
	`customer_id` integer NOT NULL,
	`hotel_id` text NOT NULL,
	`channel_room_id` text NOT NULL,
	`room_type_id` integer,
	`is_active` integer DEFAULT true NOT NULL,
	`document` text NOT NULL,
	PRIMARY KEY(`customer_id`, `hotel_id`, `channel_room_id`),
	FOREIGN KEY (`customer_id`,`hotel_id`) REFERENCES `property`(`customer_id`,`hotel_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`room_type_id`) REFERENCES `room_type`(`customer_id`,`room_type_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `channel_room_of_type` ON `channel_room` (`customer_id`,`room_type_id`);--> statement-breakpoint
CREATE TABLE `plan_day` (
	`customer_id` integer NOT NULL,
	`hotel_id` text NOT NULL,
	`channel_room_id` text NOT NULL,
	`channel_rate_plan_id` text NOT NULL,
	`day` text NOT NULL,
	`plan_closed` integer,
	`prices` text,
	PRIMARY KEY(`customer_id`, `hotel_id`, `channel_room_id`, `channel_rate_plan_id`, `day`),
	FOREIGN KEY (`customer_id`,`hotel_id`,`channel_room_id`) REFERENCES `channel_room`(`customer_id`,`hotel_id`,`channel_room_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`hotel_id`,`channel_rate_plan_id`) REFERENCES `channel_rate_plan`(`customer_id`,`hotel_id`,`channel_rate_plan_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `room_day` (
	`customer_id` integer NOT NULL,
	`hotel_id` text NOT NULL,
	`channel_room_id` text NOT NULL,
	`day` text NOT NULL,
	`rooms_to_sell` integer,
	`room_closed` integer,
	PRIMARY KEY(`customer_id`, `hotel_id`, `channel_room_id`, `day`),
	FOREIGN KEY (`customer_id`,`hotel_id`,`channel_room_id`) REFERENCES `channel_room`(`customer_id`,`hotel_id`,`channel_room_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "rooms_to_sell_not_negative" CHECK("room_day"."rooms_to_sell" >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `api_key` (
	`api_key_id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`key_name` text NOT NULL,
	`permissions` text NOT NULL,
	`key_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `api_key_key_hash_unique` ON `api_key` (`key_hash`);--> statement-breakpoint
CREATE INDEX `api_key_of_customer` ON `api_key` (`customer_id`);--> statement-breakpoint
CREATE TABLE `application` (
	`client_id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`application_name` text NOT NULL,
	`product` text NOT NULL,
	`permissions` text NOT NULL,
	`application_status` text DEFAULT 'active' NOT NULL,
	`secret_hash` text NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "application_status_known" CHECK("application"."application_status" IN ('active', 'inactive', 'revoked'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `application_of_customer` ON `application` (`customer_id`);--> statement-breakpoint
CREATE TABLE `audit` (
	`audit_id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` integer NOT NULL,
	`request_id` text NOT NULL,
	`act` text NOT NULL,
	`subject` text NOT NULL,
	`details` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `customer` (
	`customer_id` integer PRIMARY KEY NOT NULL,
	`customer_name` text NOT NULL,
	`currency` text NOT NULL,
	`time_zone` text NOT NULL,
	`logo_url` text DEFAULT '' NOT NULL,
	`image_path` text DEFAULT '' NOT NULL,
	`itinerary_url_template` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `interface_audience` (
	`product` text PRIMARY KEY NOT NULL,
	`audience` text NOT NULL
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `interface_audience_audience_unique` ON `interface_audience` (`audience`);--> statement-breakpoint
CREATE TABLE `fetch_message` (
	`customer_id` integer NOT NULL,
	`message_id` integer NOT NULL,
	`reservation_id` integer NOT NULL,
	`status_type` text NOT NULL,
	`message_status` text DEFAULT 'Pending' NOT NULL,
	`message_notes` text DEFAULT '' NOT NULL,
	`hotel_id` text NOT NULL,
	`hotel_key` text NOT NULL,
	`guest_id` integer NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`country` text NOT NULL,
	`reservation_number` integer NOT NULL,
	`type_id` integer NOT NULL,
	`booked_at` integer NOT NULL,
	`stay_arrival` text NOT NULL,
	`stay_departure` text NOT NULL,
	`room_id` integer NOT NULL,
	`room_name` text NOT NULL,
	`room_no` text NOT NULL,
	`floor_no` text NOT NULL,
	`location_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `message_id`),
	FOREIGN KEY (`customer_id`,`reservation_id`) REFERENCES `reservation`(`customer_id`,`reservation_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "fetch_status_type_known" CHECK("fetch_message"."status_type" IN ('New', 'Modified', 'Cancelled', 'StatusChanged')),
	CONSTRAINT "fetch_message_status_known" CHECK("fetch_message"."message_status" IN ('Pending', 'Processed', 'Failed'))
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `fetch_message_by_status` ON `fetch_message` (`customer_id`,`message_status`,`message_id`);--> statement-breakpoint
CREATE INDEX `fetch_message_by_hotel` ON `fetch_message` (`customer_id`,`hotel_key`,`message_status`,`message_id`);--> statement-breakpoint
CREATE INDEX `fetch_message_of_reservation` ON `fetch_message` (`customer_id`,`reservation_id`);--> statement-breakpoint
CREATE INDEX `fetch_message_by_age` ON `fetch_message` (`message_status`,`updated_at`);--> statement-breakpoint
CREATE TABLE `employee` (
	`customer_id` integer NOT NULL,
	`employee_id` integer NOT NULL,
	`employee_first_name` text DEFAULT '' NOT NULL,
	`employee_last_name` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`customer_id`, `employee_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `location` (
	`customer_id` integer NOT NULL,
	`location_id` integer NOT NULL,
	`location_name` text NOT NULL,
	PRIMARY KEY(`customer_id`, `location_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `property` (
	`customer_id` integer NOT NULL,
	`hotel_id` text NOT NULL,
	`property_name` text NOT NULL,
	`property_time_zone` text NOT NULL,
	`fetch_hotel_key` text DEFAULT '' NOT NULL,
	`check_in_time` text DEFAULT '' NOT NULL,
	`check_out_time` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`customer_id`, `hotel_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `rate_plan` (
	`customer_id` integer NOT NULL,
	`rate_id` integer NOT NULL,
	`hotel_id` text NOT NULL,
	`rate_name` text NOT NULL,
	PRIMARY KEY(`customer_id`, `rate_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`hotel_id`) REFERENCES `property`(`customer_id`,`hotel_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `rate_plan_of_property` ON `rate_plan` (`customer_id`,`hotel_id`);--> statement-breakpoint
CREATE TABLE `resource` (
	`customer_id` integer NOT NULL,
	`resource_id` integer NOT NULL,
	`resource_name` text NOT NULL,
	`resource_type_id` integer,
	PRIMARY KEY(`customer_id`, `resource_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `room` (
	`customer_id` integer NOT NULL,
	`room_id` integer NOT NULL,
	`room_type_id` integer NOT NULL,
	`location_id` integer,
	`room_name` text NOT NULL,
	`room_no` text DEFAULT '' NOT NULL,
	`floor_no` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`customer_id`, `room_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`room_type_id`) REFERENCES `room_type`(`customer_id`,`room_type_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`location_id`) REFERENCES `location`(`customer_id`,`location_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `room_of_type` ON `room` (`customer_id`,`room_type_id`);--> statement-breakpoint
CREATE INDEX `room_in_location` ON `room` (`customer_id`,`location_id`);--> statement-breakpoint
CREATE TABLE `room_type` (
	`customer_id` integer NOT NULL,
	`room_type_id` integer NOT NULL,
	`hotel_id` text NOT NULL,
	`room_type_name` text NOT NULL,
	`room_type_description` text DEFAULT '' NOT NULL,
	`max_occupancy` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `room_type_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`hotel_id`) REFERENCES `property`(`customer_id`,`hotel_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "room_type_sleeps_someone" CHECK("room_type"."max_occupancy" > 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `room_type_of_property` ON `room_type` (`customer_id`,`hotel_id`);--> statement-breakpoint
CREATE TABLE `inventory_item` (
	`customer_id` integer NOT NULL,
	`inventory_id` integer NOT NULL,
	`item_number` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`size` text DEFAULT '' NOT NULL,
	`color` text DEFAULT '' NOT NULL,
	`product_type` text DEFAULT '' NOT NULL,
	`product_image_type` text DEFAULT '' NOT NULL,
	`product_image_url` text DEFAULT '' NOT NULL,
	`cost` integer DEFAULT 0 NOT NULL,
	`price` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`customer_id`, `inventory_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `inventory_item_by_number` ON `inventory_item` (`customer_id`,`item_number`);--> statement-breakpoint
CREATE TABLE `inventory_location` (
	`customer_id` integer NOT NULL,
	`inventory_location_id` integer NOT NULL,
	`inventory_location_name` text NOT NULL,
	`inventory_location_description` text DEFAULT '' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	PRIMARY KEY(`customer_id`, `inventory_location_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sale` (
	`customer_id` integer NOT NULL,
	`sale_id` integer NOT NULL,
	`identity` text,
	`body_hash` text NOT NULL,
	`reservation_id` integer,
	`sale_date` text NOT NULL,
	`sale_total` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `sale_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`reservation_id`) REFERENCES `reservation`(`customer_id`,`reservation_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `sale_by_identity` ON `sale` (`customer_id`,`identity`);--> statement-breakpoint
CREATE INDEX `sale_of_reservation` ON `sale` (`customer_id`,`reservation_id`);--> statement-breakpoint
CREATE TABLE `sale_item` (
	`customer_id` integer NOT NULL,
	`sale_id` integer NOT NULL,
	`line_no` integer NOT NULL,
	`inventory_id` integer NOT NULL,
	`inventory_location_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`unit_price` integer NOT NULL,
	`amount` integer NOT NULL,
	`quantity_left` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `sale_id`, `line_no`),
	FOREIGN KEY (`customer_id`,`sale_id`) REFERENCES `sale`(`customer_id`,`sale_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`inventory_id`,`inventory_location_id`) REFERENCES `stock`(`customer_id`,`inventory_id`,`inventory_location_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sale_item_sells_something" CHECK("sale_item"."quantity" > 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sale_item_of_stock` ON `sale_item` (`customer_id`,`inventory_id`,`inventory_location_id`);--> statement-breakpoint
CREATE TABLE `sale_payment` (
	`customer_id` integer NOT NULL,
	`sale_id` integer NOT NULL,
	`payment_ext_id` text,
	`payment_source` text DEFAULT '' NOT NULL,
	`payment_amount` integer NOT NULL,
	`surcharge` integer NOT NULL,
	`base_amount` integer NOT NULL,
	`transaction_total` integer NOT NULL,
	`adjustment_value` integer NOT NULL,
	`correspondence_type_id` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `sale_id`),
	FOREIGN KEY (`customer_id`,`sale_id`) REFERENCES `sale`(`customer_id`,`sale_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `stock` (
	`customer_id` integer NOT NULL,
	`inventory_id` integer NOT NULL,
	`inventory_location_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `inventory_id`, `inventory_location_id`),
	FOREIGN KEY (`customer_id`,`inventory_id`) REFERENCES `inventory_item`(`customer_id`,`inventory_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`inventory_location_id`) REFERENCES `inventory_location`(`customer_id`,`inventory_location_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "stock_not_negative" CHECK("stock"."quantity" >= 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `stock_at_location` ON `stock` (`customer_id`,`inventory_location_id`);--> statement-breakpoint
CREATE TABLE `activity_booking` (
	`customer_id` integer NOT NULL,
	`reservation_id` integer NOT NULL,
	`activity_no` integer NOT NULL,
	`activity_id` integer NOT NULL,
	`activity_date` text NOT NULL,
	`start_time` text NOT NULL,
	`end_time` text NOT NULL,
	`participants` integer NOT NULL,
	`hosts` text NOT NULL,
	`locations` text NOT NULL,
	`resources` text NOT NULL,
	`activity_notes` text NOT NULL,
	PRIMARY KEY(`customer_id`, `reservation_id`, `activity_no`),
	FOREIGN KEY (`customer_id`,`reservation_id`) REFERENCES `reservation`(`customer_id`,`reservation_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`activity_id`) REFERENCES `activity`(`customer_id`,`activity_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "activity_booking_for_someone" CHECK("activity_booking"."participants" > 0)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `activity_rate` (
	`customer_id` integer NOT NULL,
	`reservation_id` integer NOT NULL,
	`activity_no` integer NOT NULL,
	`line_no` integer NOT NULL,
	`rate_id` integer,
	`unit_cost` integer NOT NULL,
	`quantity` integer NOT NULL,
	`nights` integer NOT NULL,
	`is_tax_override` integer NOT NULL,
	`tax_amount` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `reservation_id`, `activity_no`, `line_no`),
	FOREIGN KEY (`customer_id`,`reservation_id`,`activity_no`) REFERENCES `activity_booking`(`customer_id`,`reservation_id`,`activity_no`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`rate_id`) REFERENCES `rate_plan`(`customer_id`,`rate_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `correspondence` (
	`customer_id` integer NOT NULL,
	`reservation_id` integer NOT NULL,
	`correspondence_no` integer NOT NULL,
	`correspondence_type_id` integer NOT NULL,
	`correspondence_status` text DEFAULT 'Pending' NOT NULL,
	`requested_at` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `reservation_id`, `correspondence_no`),
	FOREIGN KEY (`customer_id`,`reservation_id`) REFERENCES `reservation`(`customer_id`,`reservation_id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `guest` (
	`customer_id` integer NOT NULL,
	`guest_id` integer NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text NOT NULL,
	`company` text DEFAULT '' NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`address1` text DEFAULT '' NOT NULL,
	`address2` text DEFAULT '' NOT NULL,
	`city` text DEFAULT '' NOT NULL,
	`state` text DEFAULT '' NOT NULL,
	`zip` text DEFAULT '' NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`customer_id`, `guest_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `idempotency` (
	`customer_id` integer NOT NULL,
	`identity` text NOT NULL,
	`body_hash` text NOT NULL,
	`reservation_id` integer NOT NULL,
	`answer` text,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `identity`),
	FOREIGN KEY (`customer_id`,`reservation_id`) REFERENCES `reservation`(`customer_id`,`reservation_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `idempotency_of_reservation` ON `idempotency` (`customer_id`,`reservation_id`);--> statement-breakpoint
CREATE INDEX `idempotency_by_age` ON `idempotency` (`created_at`);--> statement-breakpoint
CREATE TABLE `itinerary_link` (
	`customer_id` integer NOT NULL,
	`reservation_id` integer NOT NULL,
	`link_id` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `reservation_id`),
	FOREIGN KEY (`customer_id`,`reservation_id`) REFERENCES `reservation`(`customer_id`,`reservation_id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `itinerary_link_by_expiry` ON `itinerary_link` (`expires_at`);--> statement-breakpoint
CREATE TABLE `payment` (
	`customer_id` integer NOT NULL,
	`reservation_id` integer NOT NULL,
	`payment_no` integer NOT NULL,
	`payment_ext_id` text,
	`payment_source` text DEFAULT '' NOT NULL,
	`payment_amount` integer NOT NULL,
	`surcharge` integer NOT NULL,
	`base_amount` integer NOT NULL,
	`transaction_total` integer NOT NULL,
	`adjustment_value` integer NOT NULL,
	`correspondence_type_id` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `reservation_id`, `payment_no`),
	FOREIGN KEY (`customer_id`,`reservation_id`) REFERENCES `reservation`(`customer_id`,`reservation_id`) ON UPDATE no action ON DELETE cascade
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_once` ON `payment` (`customer_id`,`reservation_id`,`payment_ext_id`);--> statement-breakpoint
CREATE TABLE `reservation` (
	`customer_id` integer NOT NULL,
	`reservation_id` integer NOT NULL,
	`reservation_number` integer NOT NULL,
	`identity` text,
	`label` text DEFAULT '' NOT NULL,
	`hotel_id` text,
	`status_id` integer NOT NULL,
	`type_id` integer NOT NULL,
	`arrival_date` text NOT NULL,
	`departure_date` text NOT NULL,
	`arrival_time` text DEFAULT '' NOT NULL,
	`departure_time` text DEFAULT '' NOT NULL,
	`guest_id` integer NOT NULL,
	`guest_count` integer,
	`adult_count` integer,
	`teen_count` integer,
	`youth_count` integer,
	`child_count` integer,
	`infant_count` integer,
	`summary_note` text DEFAULT '' NOT NULL,
	`cancellation_fee` integer DEFAULT 0 NOT NULL,
	`last_change_hash` text,
	`version` integer NOT NULL,
	`change_seq` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `reservation_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`customer_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`guest_id`) REFERENCES `guest`(`customer_id`,`guest_id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`hotel_id`) REFERENCES `property`(`customer_id`,`hotel_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "reservation_lasts_a_night" CHECK("reservation"."arrival_date" < "reservation"."departure_date"),
	CONSTRAINT "reservation_status_known" CHECK("reservation"."status_id" BETWEEN 1 AND 7),
	CONSTRAINT "reservation_type_known" CHECK("reservation"."type_id" BETWEEN 1 AND 4)
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE UNIQUE INDEX `reservation_by_number` ON `reservation` (`customer_id`,`reservation_number`);--> statement-breakpoint
CREATE UNIQUE INDEX `reservation_by_identity` ON `reservation` (`customer_id`,`identity`);--> statement-breakpoint
CREATE UNIQUE INDEX `reservation_by_change` ON `reservation` (`customer_id`,`change_seq`);--> statement-breakpoint
CREATE INDEX `reservation_by_arrival` ON `reservation` (`customer_id`,`arrival_date`,`status_id`);--> statement-breakpoint
CREATE INDEX `reservation_by_departure` ON `reservation` (`customer_id`,`departure_date`,`status_id`);--> statement-breakpoint
CREATE INDEX `reservation_by_stay` ON `reservation` (`customer_id`,`arrival_date`,`departure_date`);--> statement-breakpoint
CREATE INDEX `reservation_by_hotel` ON `reservation` (`customer_id`,`hotel_id`,`status_id`);--> statement-breakpoint
CREATE INDEX `reservation_by_arrival_change` ON `reservation` (`customer_id`,`arrival_date`,`status_id`,`change_seq`);--> statement-breakpoint
CREATE INDEX `reservation_by_status_change` ON `reservation` (`customer_id`,`status_id`,`change_seq`);--> statement-breakpoint
CREATE INDEX `reservation_by_update` ON `reservation` (`customer_id`,`updated_at`,`change_seq`);--> statement-breakpoint
CREATE INDEX `reservation_of_guest` ON `reservation` (`customer_id`,`guest_id`);--> statement-breakpoint
CREATE TABLE `room_night` (
	`customer_id` integer NOT NULL,
	`room_id` integer NOT NULL,
	`night` text NOT NULL,
	`reservation_id` integer NOT NULL,
	`stay_no` integer NOT NULL,
	`allot_room_id` text,
	PRIMARY KEY(`customer_id`, `room_id`, `night`),
	FOREIGN KEY (`customer_id`,`reservation_id`,`stay_no`) REFERENCES `room_stay`(`customer_id`,`reservation_id`,`stay_no`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "room_night_is_a_date" CHECK("room_night"."night" GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]')
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `room_night_of_stay` ON `room_night` (`customer_id`,`reservation_id`,`stay_no`);--> statement-breakpoint
CREATE INDEX `room_night_allotted` ON `room_night` (`customer_id`,`allot_room_id`,`night`) WHERE allot_room_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `room_rate` (
	`customer_id` integer NOT NULL,
	`reservation_id` integer NOT NULL,
	`stay_no` integer NOT NULL,
	`line_no` integer NOT NULL,
	`rate_id` integer,
	`unit_cost` integer NOT NULL,
	`quantity` integer NOT NULL,
	`nights` integer NOT NULL,
	`from_date` text NOT NULL,
	`to_date` text NOT NULL,
	`is_tax_override` integer NOT NULL,
	`tax_amount` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `reservation_id`, `stay_no`, `line_no`),
	FOREIGN KEY (`customer_id`,`reservation_id`,`stay_no`) REFERENCES `room_stay`(`customer_id`,`reservation_id`,`stay_no`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`rate_id`) REFERENCES `rate_plan`(`customer_id`,`rate_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `room_stay` (
	`customer_id` integer NOT NULL,
	`reservation_id` integer NOT NULL,
	`stay_no` integer NOT NULL,
	`room_id` integer NOT NULL,
	`stay_arrival` text NOT NULL,
	`stay_departure` text NOT NULL,
	`guests_in_room` integer NOT NULL,
	`channel_room_id` text,
	`room_notes` text NOT NULL,
	PRIMARY KEY(`customer_id`, `reservation_id`, `stay_no`),
	FOREIGN KEY (`customer_id`,`reservation_id`) REFERENCES `reservation`(`customer_id`,`reservation_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`room_id`) REFERENCES `room`(`customer_id`,`room_id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "room_stay_lasts_a_night" CHECK("room_stay"."stay_arrival" < "room_stay"."stay_departure")
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `room_stay_of_room` ON `room_stay` (`customer_id`,`room_id`);
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
	('channel_property', 'channel_property', '1000000 100000 1'),
	('channel_rate_plan', 'channel_rate_plan_of_rate', '1000000 100000 1000'),
	('channel_rate_plan', 'channel_rate_plan', '1000000 100000 1000 1'),
	('channel_room', 'channel_room_of_type', '1000000 100000 1000'),
	('channel_room', 'channel_room', '1000000 100000 1000 1'),
	('correspondence', 'correspondence', '1000000 100000 1000 1'),
	('employee', 'employee', '1000000 100000 1'),
	('fetch_message', 'fetch_message_by_hotel', '1000000 100000 1000 10 10'),
	('fetch_message', 'fetch_message_by_status', '1000000 100000 1000 10'),
	('fetch_message', 'fetch_message_of_reservation', '1000000 100000 1000'),
	('fetch_message', 'fetch_message', '1000000 100000 1'),
	('guest', 'guest', '1000000 100000 1'),
	('idempotency', 'idempotency_of_reservation', '1000000 100000 1000'),
	('idempotency', 'idempotency', '1000000 100000 1'),
	('inventory_item', 'inventory_item_by_number', '1000000 100000 1000'),
	('inventory_item', 'inventory_item', '1000000 100000 1'),
	('inventory_location', 'inventory_location', '1000000 100000 1'),
	('itinerary_link', 'itinerary_link', '1000000 100000 1'),
	('location', 'location', '1000000 100000 1'),
	('payment', 'payment_once', '1000000 100000 1000 1'),
	('payment', 'payment', '1000000 100000 1000 1'),
	('plan_day', 'plan_day', '1000000 100000 1000 10 10 1'),
	('property', 'property', '1000000 100000 1'),
	('rate_plan', 'rate_plan_of_property', '1000000 100000 1000'),
	('rate_plan', 'rate_plan', '1000000 100000 1'),
	('reservation', 'reservation_by_arrival', '1000000 100000 1000 10'),
	('reservation', 'reservation_by_arrival_change', '1000000 100000 1000 10 10'),
	('reservation', 'reservation_by_change', '1000000 100000 1'),
	('reservation', 'reservation_by_departure', '1000000 100000 1000 10'),
	('reservation', 'reservation_by_hotel', '1000000 100000 1000 10'),
	('reservation', 'reservation_by_identity', '1000000 100000 1'),
	('reservation', 'reservation_by_number', '1000000 100000 1'),
	('reservation', 'reservation_by_status_change', '1000000 100000 1000 10'),
	('reservation', 'reservation_by_stay', '1000000 100000 1000 10'),
	('reservation', 'reservation_by_update', '1000000 100000 1000 10'),
	('reservation', 'reservation_of_guest', '1000000 100000 1000'),
	('reservation', 'reservation', '1000000 100000 1'),
	('resource', 'resource', '1000000 100000 1'),
	('room', 'room_in_location', '1000000 100000 1000'),
	('room', 'room_of_type', '1000000 100000 1000'),
	('room', 'room', '1000000 100000 1'),
	('room_day', 'room_day', '1000000 100000 1000 10 1'),
	('room_night', 'room_night_allotted', '1000000 100000 1000 10'),
	('room_night', 'room_night_of_stay', '1000000 100000 1000 10'),
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
	('stock', 'stock_at_location', '1000000 100000 1000');
--> statement-breakpoint
ANALYZE sqlite_schema;
