/** The transaction record, its states, and the guarded transitions between them. */
@NullMarked
package io.twophase.domain.transaction;

import org.jspecify.annotations.NullMarked;
