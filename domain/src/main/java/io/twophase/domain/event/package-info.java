/** Durable events: decided records with the numbers in whose order they are read. */
@NullMarked
package io.twophase.domain.event;

import org.jspecify.annotations.NullMarked;
