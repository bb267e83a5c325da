/** What a store answers to a guarded write or a read; not known is an answer of its own. */
@NullMarked
package io.twophase.domain.outcome;

import org.jspecify.annotations.NullMarked;
