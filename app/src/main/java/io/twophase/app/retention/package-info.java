/** Removing what was finished long ago, after whatever must be kept of it is kept. */
@NullMarked
package io.twophase.app.retention;

import org.jspecify.annotations.NullMarked;
