/** Spans of shared batches, for hosts with Micrometer Tracing. */
@NullMarked
package io.twophase.micrometer.tracing;

import org.jspecify.annotations.NullMarked;
