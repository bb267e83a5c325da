package io.twophase.app.transfer.atomic.equality;

import java.util.function.Function;

/**
 * Something that is done on both sides.
 *
 * @param name what a difference is told with
 * @param work does it, and says what was answered
 */
record Action(String name, Function<Side, Object> work) {}
