/** Batches with the shortcut and without it: the same answers, and the same stored documents. */
@NullMarked
package io.twophase.app.transfer.atomic.equality;

import org.jspecify.annotations.NullMarked;
