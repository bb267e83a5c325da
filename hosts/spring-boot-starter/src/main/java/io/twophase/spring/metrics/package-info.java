/** Meters and traces, where the host has Micrometer and {@code twophase-micrometer}. */
@NullMarked
package io.twophase.spring.metrics;

import org.jspecify.annotations.NullMarked;
