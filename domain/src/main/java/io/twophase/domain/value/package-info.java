/**
 * Values and fields of any document, under the names that BSON gives their types; and paths to
 * them.
 */
@NullMarked
package io.twophase.domain.value;

import org.jspecify.annotations.NullMarked;
