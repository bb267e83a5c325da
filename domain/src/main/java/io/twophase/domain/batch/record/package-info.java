/** The stored documents of a batch: its record, its members, and what may change in them. */
@NullMarked
package io.twophase.domain.batch.record;

import org.jspecify.annotations.NullMarked;
