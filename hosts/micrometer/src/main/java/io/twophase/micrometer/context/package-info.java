/** The contexts of callers' threads, for hosts with Micrometer's context propagation. */
@NullMarked
package io.twophase.micrometer.context;

import org.jspecify.annotations.NullMarked;
