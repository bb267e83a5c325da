/**
 * A model check of the protocol over the domain's own code: several workers, a store in which every
 * write is a message that may come late or never, and every interleaving of them.
 */
@NullMarked
package io.twophase.domain.explorer;

import org.jspecify.annotations.NullMarked;
