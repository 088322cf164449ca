<?php
/**
 * The stay in a page: its HTML, its script and the shortcode.
 *
 * @package innlet-stay
 */

defined( 'ABSPATH' ) || exit;

/** The attributes of the block and of the shortcode. Each is an attribute `data-…` of the div. */
const INNLET_STAY_ATTRIBUTES = array( 'token', 'lang', 'theme', 'heading-level', 'without', 'words', 'accent', 'surface', 'radius' );

/** The address of the service, or an empty text. */
function innlet_stay_address(): string {
	return (string) get_option( 'innlet_stay_address', '' );
}

/**
 * The attributes of the div of a stay, or null if there is nothing to show: a visitor without a link reads nothing, and no
 * script is loaded.
 *
 * @param array $attributes The attributes of the block or of the shortcode.
 */
function innlet_stay_div_attributes( array $attributes ): ?array {
	$address = innlet_stay_address();
	if ( '' === $address || ( empty( $attributes['token'] ) && ! innlet_stay_has_link() ) ) {
		return null;
	}
	$script = $address . '/widget/embed.js';
	// A version would be a part of the address, whose content the service caches.
	wp_enqueue_script( 'innlet-stay', $script, array(), null, true ); // phpcs:ignore WordPress.WP.EnqueuedResourceParameters.MissingVersion

	// With data-src the service is known even if a plugin renames the script.
	$of_div = array(
		'class'    => 'innlet-stay',
		'data-src' => $script,
	);
	foreach ( INNLET_STAY_ATTRIBUTES as $name ) {
		$value = $attributes[ $name ] ?? '';
		if ( is_scalar( $value ) && '' !== (string) $value ) {
			$of_div[ 'data-' . $name ] = (string) $value;
		}
	}
	return $of_div;
}

/**
 * Marks the script, so that plugins for speed and consent do not hold it back.
 *
 * @param string $tag    The script's tag.
 * @param string $handle The script's name.
 */
function innlet_stay_mark_script( string $tag, string $handle ): string {
	if ( 'innlet-stay' !== $handle ) {
		return $tag;
	}
	return str_replace( ' src=', ' data-cfasync="false" data-no-optimize="1" data-cookieconsent="ignore" src=', $tag );
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
