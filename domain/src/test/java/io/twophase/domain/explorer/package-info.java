/**
 * A model check of the protocol over the domain's own code: several workers, a store in which every
 * write is a message that may come late, never or twice, crashes, and every interleaving of them.
 *
 * <p>A world is a row of numbers, one for each different value of the domain's that it is made of;
 * worlds are compared by all of it, never by a hash alone. What the domain's code answers to the
 * same question is asked once.
 */
@NullMarked
package io.twophase.domain.explorer;

import org.jspecify.annotations.NullMarked;
