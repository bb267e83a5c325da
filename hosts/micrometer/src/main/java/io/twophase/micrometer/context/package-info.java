/** What callers' threads carry, for hosts with Micrometer's context propagation. */
@NullMarked
package io.twophase.micrometer.context;

import org.jspecify.annotations.NullMarked;
