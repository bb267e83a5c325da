/** Decided records as durable events: their numbers, and the machine that gives the numbers. */
@NullMarked
package io.twophase.domain.event;

import org.jspecify.annotations.NullMarked;
