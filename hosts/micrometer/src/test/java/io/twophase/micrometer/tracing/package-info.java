@NullMarked
package io.twophase.micrometer.tracing;

import org.jspecify.annotations.NullMarked;
