/**
 * A document that takes part in transactions: its holds, and the rules by which one is placed,
 * stamped, settled and released, as functions of immutable values.
 */
@NullMarked
package io.twophase.domain.participant;

import org.jspecify.annotations.NullMarked;
