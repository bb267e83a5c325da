/**
 * A record has one to many members: its transitions, its decision, the run behind the decision, and
 * what a store answers about it.
 */
@NullMarked
package io.twophase.domain.record;

import org.jspecify.annotations.NullMarked;
