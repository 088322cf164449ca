<?php
/**
 * The stay in a page: its HTML, its script and the shortcode.
 *
 * @package innlet-stay
 */

defined( 'ABSPATH' ) || exit;

/** The attributes of the block and of the shortcode. Each is an attribute `data-…` of the div. */
const INNLET_STAY_ATTRIBUTES = array( 'token', 'customer', 'lang', 'theme', 'heading-level', 'without', 'words', 'accent', 'surface', 'radius' );

/** The setting: the address of the service, and the customer after it: `https://innlet.example?customer=7`. */
function innlet_stay_setting(): string {
	return (string) get_option( 'innlet_stay_address', '' );
}

/** The address of the service, or an empty text. */
function innlet_stay_address(): string {
	return explode( '?', innlet_stay_setting() )[0];
}

/** The number of the customer whose stays are shown, or an empty text: those of each customer. */
function innlet_stay_customer(): string {
	return explode( '?customer=', innlet_stay_setting() )[1] ?? '';
}

/**
 * The attributes of the div of a stay, or null without an address of the service. The div is always there, so that a script that a
 * plugin has held back finds it. For a visitor without a link it stays empty, and nothing is loaded from the service.
 *
 * @param array $attributes The attributes of the block or of the shortcode.
 */
function innlet_stay_div_attributes( array $attributes ): ?array {
	$address = innlet_stay_address();
	if ( '' === $address ) {
		return null;
	}
	if ( ! empty( $attributes['token'] ) || innlet_stay_has_link() ) {
		// A version would be a part of the address, whose content the service caches.
		innlet_stay_enqueue_script( 'innlet-stay', $address . '/widget/embed.js', null );
	} else {
		innlet_stay_enqueue_script( 'innlet-stay-link', plugins_url( 'includes/link.js', INNLET_STAY_FILE ), INNLET_STAY_VERSION );
	}
	if ( '' !== innlet_stay_customer() ) {
		$attributes['customer'] = innlet_stay_customer();
	}
	$of_div = array( 'class' => 'innlet-stay' );
	foreach ( INNLET_STAY_ATTRIBUTES as $name ) {
		$value = $attributes[ $name ] ?? '';
		if ( is_scalar( $value ) && '' !== (string) $value ) {
			$of_div[ 'data-' . $name ] = (string) $value;
		}
	}
	return $of_div;
}

/**
 * Loads a script, once.
 *
 * @param string      $handle  The script's name.
 * @param string      $src     Its address.
 * @param string|null $version Its version, or null.
 */
function innlet_stay_enqueue_script( string $handle, string $src, ?string $version ): void {
	if ( wp_script_is( $handle ) ) {
		return;
	}
	wp_enqueue_script( $handle, $src, array(), $version, true );
	// So the service is known, even if a plugin renames its script.
	wp_add_inline_script( $handle, 'window.innletOrigin = ' . wp_json_encode( innlet_stay_address() ) . ';', 'before' );
}

/** What plugins for speed and consent read. Cloudflare reads only what is before src. */
const INNLET_STAY_MARKS = 'data-cfasync="false" data-no-optimize="1" data-no-defer="1" data-noptimize="1" data-jetpack-boost="ignore" data-wpfc-render="false" data-cookieconsent="ignore" nowprocket';

/**
 * Marks the scripts, so that plugins for speed and consent do not hold them back.
 *
 * @param string $tag    The script's tag.
 * @param string $handle The script's name.
 */
function innlet_stay_mark_script( string $tag, string $handle ): string {
	if ( ! in_array( $handle, array( 'innlet-stay', 'innlet-stay-link' ), true ) ) {
		return $tag;
	}
	return str_replace( '<script ', '<script ' . INNLET_STAY_MARKS . ' ', $tag );
}
add_filter( 'script_loader_tag', 'innlet_stay_mark_script', 10, 2 );

/**
 * The shortcode: `[innlet_stay lang="de" without="now copy"]`.
 *
 * @param array|string $attributes What the author wrote.
 */
function innlet_stay_shortcode( $attributes ): string {
	$of_div = innlet_stay_div_attributes( (array) $attributes );
	if ( null === $of_div ) {
		return '';
	}
	$html = '';
	foreach ( $of_div as $name => $value ) {
		$html .= sprintf( ' %s="%s"', $name, esc_attr( $value ) );
	}
	return "<div$html></div>";
}
add_shortcode( 'innlet_stay', 'innlet_stay_shortcode' );
