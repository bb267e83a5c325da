/**
 * What a store answers to a guarded write or a read; not known is an answer of its own.
 *
 * <p>Every sealed family, here and in all other packages, is consumed by its {@code fold}. It takes
 * a function for each kind, or, where there are more than five, an object with a method for each
 * kind ({@code Cases}). A new kind does not compile until every {@code fold} says something of it.
 * An {@code instanceof} asks for one kind only, where all others are passed over. An enum is
 * consumed by a switch expression without a default.
 */
@NullMarked
package io.twophase.domain.outcome;

import org.jspecify.annotations.NullMarked;
