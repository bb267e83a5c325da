/** A record has one to many members: its transitions, its decision, and the run behind it. */
@NullMarked
package io.twophase.domain.record;

import org.jspecify.annotations.NullMarked;
